package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.protocol.SerialCpu;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.time.VirtualPace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs of one program in simulated time.
 *
 * @param program makes a run
 * @param table prices
 * @param seeds one run each
 */
public record Simulation(Supplier<Program.Run> program, CostTable table, List<Long> seeds) {
    /** The six seeds of the figures. */
    public static final List<Long> SIX = List.of(1L, 2L, 3L, 4L, 5L, 6L);

    /** The relative variation of charges. */
    public static final double JITTER = 0.05;

    /** Copies the seeds. */
    public Simulation {
        seeds = List.copyOf(seeds);
    }

    /**
     * Runs the program once.
     *
     * @throws IllegalStateException if the result is wrong
     */
    public RunReport run(RuntimeOptions options, long seed) {
        Program.Run run = program.get();
        RunReport report =
                HybridRuntime.run(
                        options,
                        new VirtualPace(table, seed, JITTER, 0),
                        run.image(),
                        SerialCpu.main(run, options));
        if (seed == seeds.getFirst()) {
            String wrong = run.verify();
            if (!wrong.isEmpty()) {
                throw new IllegalStateException(options + ", seed " + seed + ": " + wrong);
            }
        }
        return report;
    }

    /** Runs the program for each seed. */
    public List<RunReport> runs(RuntimeOptions options) {
        List<RunReport> reports = new ArrayList<>();
        seeds.forEach(seed -> reports.add(run(options, seed)));
        return reports;
    }

    /** {@return nanoseconds of the serial elision on one ARM core, the mean over the seeds} */
    public double serialNanos() {
        return seeds.stream()
                .mapToDouble(seed -> run(RuntimeOptions.hybrid(1).serial(), seed).nanos())
                .average()
                .orElseThrow();
    }
}
