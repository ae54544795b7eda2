package org.anabranch.seeing.report;

import org.anabranch.seeing.model.RunModel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** A report on disk: written beside its place, then put there. */
public final class ReportFile {
    private ReportFile() {}

    /**
     * Writes a report, and compares it with the one that was in the file before.
     *
     * @param run what happened
     * @param about what else is to be said
     * @param file where to
     * @return the sentence that the figures come to
     * @throws IOException if it cannot be written, or what is there is no report
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
        return Verdict.of(figures);
    }

    /**
     * Refuses, before a run, a file that holds something else.
     *
     * @param file where a report is to go
     * @throws IOException if it is there and is no report
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
