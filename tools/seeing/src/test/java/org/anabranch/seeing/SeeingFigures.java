package org.anabranch.seeing;

import org.anabranch.events.Events;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.report.About;
import org.anabranch.seeing.report.ReportFile;
import org.anabranch.seeing.trace.TraceCounts;
import org.anabranch.seeing.trace.TraceFile;
import org.anabranch.spi.analysis.RunTotals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Prints how long a million events take to become a trace and a report, and how large these are.
 */
final class SeeingFigures {
    private static final int ACTIONS = 137_000;
    private static final int ROUNDS = 3;

    private SeeingFigures() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("seeing");
        Events events = RandomRuns.events(1, ACTIONS);
        About about = new About("figures", "-", "-", Map.of(), Map.of(), 0, List.of());
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            RunModel run = RunModel.of(events);
            long made = System.nanoTime();
            TraceCounts counts = TraceFile.write(run, "figures", folder.resolve("t.json"));
            long written = System.nanoTime();
            RunTotals.of(events);
            long found = System.nanoTime();
            ReportFile.write(run, about, folder.resolve("r.html"));
            long reported = System.nanoTime();
            long packed = packed(folder.resolve("t.json"));
            System.out.printf(
                    "%d events, %d actions, %d arrows: model %.2f s, trace %.2f s, %.1f MB (%d"
                            + " bytes an action; gz %.1f MB, %.0f events a MB); path %.2f s; report"
                            + " %.2f s, %.2f MB%n",
                    events.size(),
                    counts.actions(),
                    counts.arrows(),
                    (made - start) / 1e9,
                    (written - made) / 1e9,
                    counts.bytes() / 1e6,
                    counts.bytes() / counts.actions(),
                    packed / 1e6,
                    events.size() / (packed / 1e6),
                    (found - written) / 1e9,
                    (reported - found) / 1e9,
                    Files.size(folder.resolve("r.html")) / 1e6);
        }
        Files.delete(folder.resolve("t.json"));
        Files.delete(folder.resolve("r.html"));
        Files.delete(folder);
    }

    private static long packed(Path file) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var zip = new java.util.zip.GZIPOutputStream(bytes)) {
            Files.copy(file, zip);
        }
        return bytes.size();
    }
}
