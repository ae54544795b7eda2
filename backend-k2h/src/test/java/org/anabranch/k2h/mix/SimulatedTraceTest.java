package org.anabranch.k2h.mix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.Events;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.report.About;
import org.anabranch.seeing.report.ReportFile;
import org.anabranch.seeing.trace.TraceCounts;
import org.anabranch.seeing.trace.TraceFile;
import org.anabranch.spi.analysis.RunTotals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Traces of the production scheduler in simulated time. */
class SimulatedTraceTest {
    @TempDir Path folder;

    private TraceCounts trace(Path file) throws Exception {
        try (Simulation simulation = new Simulation(Mixes.FAST)) {
            Events events = simulation.recorded(TileProgram.cholesky(6));
            RunModel run = RunModel.of(events);
            assertEquals(0, run.lost());
            assertTrue(run.clock().simulated());
            assertTrue(RunTotals.of(events).longest().length() <= run.wall());
            About about = new About("cholesky", "-", "-", Map.of(), Map.of(), 0, List.of());
            ReportFile.write(run, about, file.resolveSibling(file.getFileName() + ".html"));
            return TraceFile.write(run, "cholesky", file);
        }
    }

    @Test
    void issue_24_theSameSeedGivesTheSameTraceByteForByte() throws Exception {
        Path first = folder.resolve("first.json");
        Path second = folder.resolve("second.json");
        TraceCounts counts = trace(first);
        trace(second);
        assertTrue(counts.actions() > 56, counts::toString); // the kernels, and transfers
        assertTrue(counts.arrows() > 56, counts::toString);
        assertArrayEquals(
                Files.readString(first, StandardCharsets.UTF_8).lines().toArray(),
                Files.readString(second, StandardCharsets.UTF_8).lines().toArray());
        assertEquals(-1, Files.mismatch(first, second));
        Path report = folder.resolve("first.json.html");
        assertEquals(-1, Files.mismatch(report, folder.resolve("second.json.html")));
        assertTrue(Files.readString(report).contains("simulated time ("), "of which clock");
    }
}
