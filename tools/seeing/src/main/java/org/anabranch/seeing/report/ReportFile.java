package org.anabranch.seeing.report;

import org.anabranch.seeing.model.RunModel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** A report on disk, replaced atomically. */
public final class ReportFile {
    private ReportFile() {}

    /**
     * Writes a report, and compares it with the previous one in the file.
     *
     * @param run the run
     * @param about further information
     * @param file the file
     * @return the verdict, in a sentence
     * @throws IOException if it cannot be written, or an existing file is no report
     */
    public static String write(RunModel run, About about, Path file) throws IOException {
        Optional<Summary> before = before(file);
        Figures figures = Figures.of(run, about.workers());
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            String page = new HtmlReport(figures, about, before).text();
            Files.write(part, page.getBytes(StandardCharsets.UTF_8));
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return figures.sentence();
    }

    /**
     * Throws, before a run, if a file is no report.
     *
     * @param file the file for a report
     * @throws IOException if it exists and is no report
     */
    public static void requireReplaceable(Path file) throws IOException {
        before(file);
    }

    private static Optional<Summary> before(Path file) throws IOException {
        try {
            return Summary.read(file);
        } catch (IOException unreadable) {
            throw new IOException(
                    file + " is not replaced: " + unreadable.getMessage(), unreadable);
        }
    }
}
