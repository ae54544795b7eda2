package org.anabranch.k2h.device;

import org.anabranch.k2h.bench.Benchmark;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.bench.Simulation;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.protocol.HybridPolicy;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.RuntimeOptions;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.runtime.RunReport;
import org.anabranch.k2h.time.CostTable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The shell's view of the boards, and simulations. */
@Component(
        service = K2hCommands.class,
        property = {
            "osgi.command.scope=k2h",
            "osgi.command.function=queues",
            "osgi.command.function=cores",
            "osgi.command.function=stats",
            "osgi.command.function=simulate"
        })
public final class K2hCommands {
    private final K2hBackend backend;

    /**
     * The commands.
     *
     * @param backend whose boards are shown
     */
    @Activate
    public K2hCommands(@Reference K2hBackend backend) {
        this.backend = backend;
    }

    /**
     * {@return the open queues of each board that is in use, with what they are for and how long
     * they are}
     */
    public String queues() {
        return perBoard(
                device -> {
                    SharedBoard board = device.runtime().board();
                    StringBuilder text = new StringBuilder();
                    row(
                            text,
                            "pool",
                            "free " + board.pool().free() + " of " + board.pool().total());
                    row(text, "SQ1, tasks from ARM", length(board.sq1()));
                    row(text, "SQ2, ends from ARM", length(board.sq2()));
                    row(text, "SQ3, ends from DSP", length(board.sq3()));
                    for (int i = 0; i < board.dspTasks().size(); i++) {
                        row(
                                text,
                                "DSP " + i,
                                length(board.dspTasks().get(i))
                                        + ", pinned "
                                        + length(board.dspOnlyTasks().get(i)));
                    }
                    return text.toString();
                });
    }

    private static String length(HardwareQueue queue) {
        return queue + ": " + queue.length();
    }

    /** {@return the cores of each board that is in use, and whether they look for work} */
    public String cores() {
        return perBoard(
                device -> {
                    SharedBoard board = device.runtime().board();
                    StringBuilder text = new StringBuilder();
                    for (MemoryCpu cpu : device.runtime().cpus()) {
                        String state =
                                cpu.core().isDsp()
                                        ? board.free().get(cpu.core().number()) == 1
                                                ? "free"
                                                : "busy"
                                        : "serves";
                        row(
                                text,
                                cpu.core().toString(),
                                state + ", " + cpu.statistics().tasks + " tasks");
                    }
                    return text.toString();
                });
    }

    /** {@return what each core of each board that is in use has counted} */
    public String stats() {
        return perBoard(
                device -> {
                    StringBuilder text = new StringBuilder();
                    for (MemoryCpu cpu : device.runtime().cpus()) {
                        row(text, cpu.core().toString(), cpu.statistics().byName().toString());
                    }
                    return text.toString();
                });
    }

    private String perBoard(java.util.function.Function<K2hDevice, String> view) {
        StringBuilder text = new StringBuilder();
        for (K2hDevice device : backend.opened()) {
            text.append(device).append('\n').append(view.apply(device));
        }
        return text.isEmpty() ? "no board is in use" : text.toString();
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "  %-20s %s%n", name, value));
    }

    /**
     * Runs a benchmark in simulated time.
     *
     * @param benchmark NBody, Series or Matmul
     * @param options {@code --workers 1..12}, {@code --seed N} (the first of {@code --runs}, 1 by
     *     default), {@code --policy paper} or {@code cost_aware}, {@code --dsp-only}, {@code --out
     *     FOLDER} for charts
     * @return a table of speedup, steals and flushes, and where the charts are
     * @throws IOException if the charts cannot be written
     */
    public String simulate(String benchmark, String... options) throws IOException {
        if (!Benchmark.NAMES.contains(benchmark)) {
            throw new IllegalArgumentException(
                    "there is no benchmark " + benchmark + ", only " + Benchmark.NAMES);
        }
        Request request = Request.of(options);
        List<Long> seeds =
                LongStream.range(request.seed, request.seed + request.runs).boxed().toList();
        Simulation simulation =
                new Simulation(() -> Benchmark.of(benchmark), CostTable.DEFAULT, seeds);
        double serial = simulation.serialNanos();
        List<List<RunReport>> runs =
                request.workers.stream().map(w -> simulation.runs(request.options(w))).toList();
        List<String> labels = request.workers.stream().map(String::valueOf).toList();
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put("figure6", chart("speedup", labels, runs, r -> serial / r.nanos()));
        charts.put("figure7a", chart("% hybrid", labels, runs, RunReport::hybridStealPercent));
        charts.put("figure7b", chart("flushes", labels, runs, RunReport::flushesPerArmTask));
        if (!request.dspOnly) {
            charts.put("figure4", stores(benchmark, simulation));
        }
        return write(benchmark, charts, request.out);
    }

    private static String write(String benchmark, Map<String, Chart> charts, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Chart> chart : charts.entrySet()) {
            text.append(chart.getValue().table()).append('\n');
            Path file = folder.resolve(benchmark + "-" + chart.getKey() + ".svg");
            Files.writeString(file, chart.getValue().svg());
        }
        return text.append("charts in ").append(folder.toAbsolutePath()).toString();
    }

    private static Chart chart(
            String unit,
            List<String> labels,
            List<List<RunReport>> runs,
            ToDoubleFunction<RunReport> value) {
        Chart chart = new Chart(unit, "workers", unit, labels);
        List<Measurement> points = new ArrayList<>();
        runs.forEach(reports -> points.add(Simulation.of(reports, value)));
        chart.add(unit, points);
        return chart;
    }

    private static Chart stores(String benchmark, Simulation simulation) {
        Chart chart =
                new Chart(
                        benchmark + ": task stores, 4 ARM workers",
                        "store",
                        "milliseconds",
                        names());
        List<Measurement> points = new ArrayList<>();
        for (RuntimeOptions.ArmTasks store : RuntimeOptions.ArmTasks.values()) {
            points.add(
                    Simulation.of(
                            simulation.runs(RuntimeOptions.hybrid(4).with(store)),
                            r -> r.nanos() / 1e6));
        }
        chart.add(benchmark, points);
        return chart;
    }

    private static List<String> names() {
        return IntStream.range(0, RuntimeOptions.ArmTasks.values().length)
                .mapToObj(i -> RuntimeOptions.ArmTasks.values()[i].name())
                .toList();
    }

    /** What was asked for. */
    private static final class Request {
        private List<Integer> workers = IntStream.rangeClosed(1, 12).boxed().toList();
        private long seed = 1;
        private int runs = 1;
        private HybridPolicy.Kind policy = HybridPolicy.Kind.PAPER;
        private boolean dspOnly;
        private Path out = Path.of(".");

        static Request of(String... options) {
            Request request = new Request();
            for (int i = 0; i < options.length; i++) {
                if (options[i].equals("--dsp-only")) {
                    request.dspOnly = true;
                } else if (i + 1 < options.length) {
                    request.set(options[i], options[++i]);
                } else {
                    throw new IllegalArgumentException(options[i] + " needs a value");
                }
            }
            int most = request.dspOnly ? 8 : 12;
            if (request.dspOnly && request.workers.size() == 12) {
                request.workers = IntStream.rangeClosed(1, 8).boxed().toList();
            }
            if (request.workers.isEmpty()
                    || request.workers.getFirst() < 1
                    || request.workers.getLast() > most
                    || request.runs < 1
                    || request.runs > 10) {
                throw new IllegalArgumentException("workers are 1 to " + most + ", runs 1 to 10");
            }
            return request;
        }

        private void set(String name, String value) {
            switch (name) {
                case "--workers" -> {
                    String[] ends = value.split("\\.\\.");
                    workers =
                            IntStream.rangeClosed(
                                            Integer.parseInt(ends[0]),
                                            Integer.parseInt(ends[ends.length - 1]))
                                    .boxed()
                                    .toList();
                }
                case "--seed" -> seed = Long.parseLong(value);
                case "--runs" -> runs = Integer.parseInt(value);
                case "--policy" ->
                        policy = HybridPolicy.Kind.valueOf(value.toUpperCase(Locale.ROOT));
                case "--out" -> out = Path.of(value);
                default -> throw new IllegalArgumentException("unknown option " + name);
            }
        }

        RuntimeOptions options(int count) {
            return (dspOnly ? RuntimeOptions.dspOnly(count) : RuntimeOptions.hybrid(count))
                    .with(policy);
        }
    }
}
