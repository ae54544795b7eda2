package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.policy.HybridPolicy.Kind;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.RuntimeOptions.ArmTasks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The figures of the paper's section V, from runs in simulated time. Runs are made once and kept,
 * so that figures 6 and 7 show the same ones. Not for several threads.
 */
public final class Figures {
    private static final int WORKERS = 12;
    private static final int DSPS = 8;

    private final Reading reading;
    private final Map<String, Simulation> simulations = new LinkedHashMap<>();
    private final Map<String, Double> serial = new LinkedHashMap<>();
    private final Map<String, List<RunReport>> runs = new LinkedHashMap<>();

    /**
     * Figures not drawn yet.
     *
     * @param names benchmarks
     * @param table prices
     * @param seeds one run each
     */
    public Figures(List<String> names, CostTable table, List<Long> seeds) {
        this(names, table, seeds, Reading.WHOLE_ROUND);
    }

    /**
     * Figures under a reading of the paper.
     *
     * @param names benchmarks
     * @param table prices
     * @param seeds one run each
     * @param reading of the paper
     */
    public Figures(List<String> names, CostTable table, List<Long> seeds, Reading reading) {
        this.reading = reading;
        for (String name : names) {
            simulations.put(name, new Simulation(() -> Benchmarks.of(name), table, seeds));
        }
    }

    /** {@return the benchmarks} */
    public List<String> names() {
        return List.copyOf(simulations.keySet());
    }

    /**
     * Runs of a benchmark.
     *
     * @param name of the benchmark
     * @param options of the machine
     * @return a report per seed
     */
    public List<RunReport> runs(String name, RuntimeOptions options) {
        return runs.computeIfAbsent(
                name + options, key -> simulations.get(name).runs(read(options)));
    }

    private RuntimeOptions read(RuntimeOptions options) {
        return options.reading() == Reading.WHOLE_ROUND ? options.with(reading) : options;
    }

    /**
     * Speedup over the serial elision on one ARM core.
     *
     * @param name of the benchmark
     * @param options of the machine
     * @return mean and interval
     */
    public Measurement speedup(String name, RuntimeOptions options) {
        double base = serial.computeIfAbsent(name, key -> simulations.get(key).serialNanos());
        return Measurement.of(runs(name, options), report -> base / report.nanos());
    }

    /**
     * The share of hybrid steals.
     *
     * @param name of the benchmark
     * @param options of the machine
     * @return percent of all steals
     */
    public Measurement hybridSteals(String name, RuntimeOptions options) {
        return Measurement.of(runs(name, options), RunReport::hybridStealPercent);
    }

    /**
     * Returns the speed-up of one machine over another.
     *
     * @param name of the benchmark
     * @param one machine
     * @param other machine
     * @return ratio of the mean speedups
     */
    public String ratio(String name, RuntimeOptions one, RuntimeOptions other) {
        return String.format(
                Locale.ROOT, "%.2f", speedup(name, one).mean() / speedup(name, other).mean());
    }

    private static List<String> labels(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(String::valueOf).toList();
    }

    /** {@return figure 4: ARM only, four workers, kinds of task stores, speedup over FIFO} */
    public Chart figure4() {
        Chart chart =
                new Chart(
                        "Figure 4: task stores on ARM, 4 workers",
                        "benchmark",
                        "speedup over FIFOhwQueue",
                        names());
        for (ArmTasks store : ArmTasks.values()) {
            List<Measurement> line = new ArrayList<>();
            for (String name : names()) {
                double fifo =
                        Measurement.of(
                                        runs(name, RuntimeOptions.hybrid(4).with(ArmTasks.FIFO_HW)),
                                        RunReport::nanos)
                                .mean();
                line.add(
                        Measurement.of(
                                runs(name, RuntimeOptions.hybrid(4).with(store)),
                                r -> fifo / r.nanos()));
            }
            chart.add(store.name(), line);
        }
        return chart;
    }

    /**
     * Figure 6a.
     *
     * @param policy which
     * @return DSP-only work stealing, speedup over the serial elision
     */
    public Chart figure6a(Kind policy) {
        Chart chart =
                new Chart(
                        "Figure 6a: DSP only, " + policy,
                        "DSPs",
                        "speedup over serial elision",
                        labels(DSPS));
        for (String name : names()) {
            List<Measurement> line = new ArrayList<>();
            for (int dsps = 1; dsps <= DSPS; dsps++) {
                line.add(speedup(name, RuntimeOptions.dspOnly(dsps).with(policy)));
            }
            chart.add(name, line);
        }
        return chart;
    }

    /**
     * Figure 6b.
     *
     * @param policy which
     * @return hybrid work stealing, speedup over the serial elision
     */
    public Chart figure6b(Kind policy) {
        Chart chart =
                new Chart(
                        "Figure 6b: hybrid, " + policy,
                        "workers",
                        "speedup over serial elision",
                        labels(WORKERS));
        for (String name : names()) {
            List<Measurement> line = new ArrayList<>();
            for (int workers = 1; workers <= WORKERS; workers++) {
                line.add(speedup(name, RuntimeOptions.hybrid(workers).with(policy)));
            }
            chart.add(name, line);
        }
        return chart;
    }

    /**
     * Figure 7a.
     *
     * @param policy which
     * @return hybrid steals in percent of all
     */
    public Chart figure7a(Kind policy) {
        return perWorkers(
                "Figure 7a: hybrid steals, " + policy,
                "% of all steals",
                policy,
                RunReport::hybridStealPercent);
    }

    /**
     * Figure 7b.
     *
     * @param policy which
     * @return flushes at ends of finish scopes per task created on ARM
     */
    public Chart figure7b(Kind policy) {
        return perWorkers(
                "Figure 7b: flushes from end_finish, " + policy,
                "flushes per ARM async",
                policy,
                RunReport::flushesPerArmTask);
    }

    /**
     * Figure 7b, read otherwise.
     *
     * @param policy which
     * @return as figure 7b, with the scopes around tasks that were taken from DSPs
     */
    public Chart figure7bWithStolen(Kind policy) {
        return perWorkers(
                "Figure 7b with scopes of stolen tasks, " + policy,
                "flushes per ARM async",
                policy,
                RunReport::allFlushesPerArmTask);
    }

    private Chart perWorkers(
            String title, String unit, Kind policy, ToDoubleFunction<RunReport> value) {
        Chart chart = new Chart(title, "workers", unit, labels(WORKERS));
        for (String name : names()) {
            List<Measurement> line = new ArrayList<>();
            for (int workers = 1; workers <= WORKERS; workers++) {
                line.add(
                        Measurement.of(
                                runs(name, RuntimeOptions.hybrid(workers).with(policy)), value));
            }
            chart.add(name, line);
        }
        return chart;
    }

    /**
     * All charts by file name.
     *
     * @return figures 4 to 7 with both policies
     */
    public Map<String, Chart> all() {
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put("figure4", figure4());
        for (Kind policy : Kind.values()) {
            String suffix = policy == Kind.PAPER ? "" : "-ours";
            charts.put("figure6a" + suffix, figure6a(policy));
            charts.put("figure6b" + suffix, figure6b(policy));
            charts.put("figure7a" + suffix, figure7a(policy));
            charts.put("figure7b" + suffix, figure7b(policy));
            charts.put("figure7b-with-stolen" + suffix, figure7bWithStolen(policy));
        }
        return charts;
    }
}
