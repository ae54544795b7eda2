package org.anabranch.seeing.trace;

import org.anabranch.api.AnabranchException;
import org.anabranch.events.ActionHistory;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/** A trace on disk, checked and then replaced atomically. */
public final class TraceFile {
    private TraceFile() {}

    /**
     * Writes a trace. An existing file is replaced when the new one is complete.
     *
     * @param run the run
     * @param title for people
     * @param file the file
     * @return its counts
     * @throws IOException if it cannot be written
     * @throws AnabranchException if the check fails; the existing file is unchanged then
     */
    public static TraceCounts write(RunModel run, String title, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            TraceCounts counts;
            try (OutputStream out = Files.newOutputStream(part)) {
                counts = new TraceWriter(run, out).write(title);
            }
            try (InputStream in = Files.newInputStream(part)) {
                require(run, counts, TraceCheck.of(in));
            }
            long bytes = Files.size(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
            return counts.ofBytes(bytes);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void require(RunModel run, TraceCounts counts, TraceCheck check) {
        List<String> faults = check.faults();
        if (!faults.isEmpty()) {
            throw new AnabranchException(
                    "the trace is not written, since its check found: "
                            + String.join("; ", faults));
        }
        if (!Arrays.equals(expected(run), check.actions())) {
            throw new AnabranchException(
                    "the trace is not written: actions are missing from it, or too many");
        }
        List<long[]> arrows = check.arrows();
        int next = 0;
        for (ActionHistory.Wait wait : run.waits()) {
            if (Arrow.of(run, wait) != null) {
                long[] arrow = arrows.get(next++);
                if (arrow[0] != wait.earlier() || arrow[1] != wait.later()) {
                    throw new AnabranchException(
                            "the trace is not written: an arrow is tied to the wrong slice");
                }
            }
        }
        if (arrows.size() != next + counts.steals()) {
            throw new AnabranchException("the trace is not written: arrows are missing from it");
        }
    }

    private static long[] expected(RunModel run) {
        return run.tracks().stream()
                .map(Track::slices)
                .flatMap(List::stream)
                .filter(slice -> slice.row() != null)
                .mapToLong(Slice::action)
                .sorted()
                .toArray();
    }
}
