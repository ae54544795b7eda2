package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.time.VirtualPace;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Runs of one benchmark in simulated time.
 *
 * @param benchmark makes the program
 * @param table prices
 * @param seeds one run each
 */
public record Simulation(Supplier<Benchmark> benchmark, CostTable table, List<Long> seeds) {
    /** The six seeds of the figures. */
    public static final List<Long> SIX = List.of(1L, 2L, 3L, 4L, 5L, 6L);

    /** The relative variation of charges. */
    public static final double JITTER = 0.05;

    /** Copies the seeds. */
    public Simulation {
        seeds = List.copyOf(seeds);
    }

    /**
     * Runs the benchmark once.
     *
     * @param parallel false for the serial elision
     * @throws IllegalStateException if the result is wrong
     */
    public RunReport run(RuntimeOptions options, boolean parallel, long seed) {
        Benchmark program = benchmark.get();
        RunReport report =
                HybridRuntime.run(
                        options,
                        new VirtualPace(table, seed, JITTER, 0),
                        program.image(),
                        (cpu, none) -> program.main(cpu, parallel));
        if (seed == seeds.getFirst()) {
            String wrong = program.verify();
            if (!wrong.isEmpty()) {
                throw new IllegalStateException(
                        program.name() + " with " + options + ", seed " + seed + ": " + wrong);
            }
        }
        return report;
    }

    /** Runs the benchmark for each seed. */
    public List<RunReport> runs(RuntimeOptions options) {
        List<RunReport> reports = new ArrayList<>();
        seeds.forEach(seed -> reports.add(run(options, true, seed)));
        return reports;
    }

    /** {@return nanoseconds of the serial elision on one ARM core, the mean over the seeds} */
    public double serialNanos() {
        return seeds.stream()
                .mapToDouble(seed -> run(RuntimeOptions.hybrid(1), false, seed).nanos())
                .average()
                .orElseThrow();
    }

    /**
     * Returns the mean and interval of a value over runs.
     *
     * @return mean and 95 % interval
     */
    public static Measurement of(List<RunReport> reports, ToDoubleFunction<RunReport> value) {
        return Measurement.of(reports.stream().mapToDouble(value).toArray());
    }
}
