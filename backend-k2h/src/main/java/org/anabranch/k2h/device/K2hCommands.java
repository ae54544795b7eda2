package org.anabranch.k2h.device;

import org.anabranch.k2h.bench.Benchmark;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.bench.Simulation;
import org.anabranch.k2h.machine.HardwareQueue;
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
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The shell's view of the boards, and simulations. */
@Component(
        service = K2hCommands.class,
        property = {
            "osgi.command.scope=k2h",
            "osgi.command.function=queues",
            "osgi.command.function=cores",
            "osgi.command.function=stats",
            "osgi.command.function=simulate",
            "anabranch.command.help=queues: lists the hardware queues of each board and how long"
                    + " they are",
            "anabranch.command.help=cores: lists the cores of each board and whether they are free",
            "anabranch.command.help=stats: prints what each core of each board has counted",
            "anabranch.command.help=simulate: runs a benchmark of the paper on the model in virtual"
                    + " time"
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

    /**
     * {@return what each core of each board that is in use has counted: a row per count, a column
     * per core}
     */
    public String stats() {
        return perBoard(
                device -> {
                    List<MemoryCpu> cpus = device.runtime().cpus();
                    StringBuilder text = new StringBuilder();
                    row(text, "", columns(cpus, cpu -> cpu.core().toString()));
                    for (String count : cpus.getFirst().statistics().byName().keySet()) {
                        row(
                                text,
                                count,
                                columns(
                                        cpus,
                                        cpu ->
                                                String.valueOf(
                                                        cpu.statistics().byName().get(count))));
                    }
                    return text.toString();
                });
    }

    private static String columns(List<MemoryCpu> cpus, Function<MemoryCpu, String> cell) {
        return cpus.stream()
                .map(cpu -> String.format(Locale.ROOT, "%8s", cell.apply(cpu)))
                .collect(Collectors.joining());
    }

    private String perBoard(Function<K2hDevice, String> view) {
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
     *     default), {@code --policy paper} or {@code cost_aware}, {@code --reading one_victim} and
     *     others, {@code --dsp-only}, {@code --out FOLDER} for charts
     * @return tables of speedup, steals, flushes and stores, and where the charts are
     * @throws IOException if the charts cannot be written
     * @throws IllegalArgumentException if something else was asked for
     */
    public String simulate(String benchmark, String... options) throws IOException {
        SimulationRequest request = SimulationRequest.of(benchmark, options);
        Files.createDirectories(request.out());
        Simulation simulation =
                new Simulation(() -> Benchmark.of(benchmark), CostTable.DEFAULT, request.seeds());
        return write(request, charts(request, simulation));
    }

    private static Map<String, Chart> charts(SimulationRequest request, Simulation simulation) {
        double serial = simulation.serialNanos();
        List<List<RunReport>> runs =
                request.workers().stream().map(w -> simulation.runs(request.options(w))).toList();
        Map<String, Chart> charts = new LinkedHashMap<>();
        charts.put(
                "figure6",
                chart("speedup over serial elision", request, runs, r -> serial / r.nanos()));
        charts.put(
                "figure7a",
                chart("% of steals hybrid", request, runs, RunReport::hybridStealPercent));
        charts.put(
                "figure7b",
                chart("flushes per ARM async", request, runs, RunReport::flushesPerArmTask));
        if (!request.dspOnly()) {
            charts.put("figure4", stores(request, simulation));
        }
        return charts;
    }

    private static String write(SimulationRequest request, Map<String, Chart> charts)
            throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Chart> chart : charts.entrySet()) {
            Path file = request.out().resolve(request.benchmark() + "-" + chart.getKey() + ".svg");
            Files.writeString(file, chart.getValue().svg());
            text.append(chart.getValue().table()).append('\n');
        }
        return text.append("charts in ")
                .append(request.out().toAbsolutePath().normalize())
                .toString();
    }

    private static Chart chart(
            String unit,
            SimulationRequest request,
            List<List<RunReport>> runs,
            ToDoubleFunction<RunReport> value) {
        List<String> labels = request.workers().stream().map(String::valueOf).toList();
        Chart chart =
                new Chart(request.title(), request.dspOnly() ? "DSPs" : "workers", unit, labels);
        List<Measurement> points = new ArrayList<>();
        runs.forEach(reports -> points.add(Simulation.of(reports, value)));
        chart.add(unit, points);
        return chart;
    }

    private static Chart stores(SimulationRequest request, Simulation simulation) {
        List<RuntimeOptions.ArmTasks> stores = List.of(RuntimeOptions.ArmTasks.values());
        Chart chart =
                new Chart(
                        request.title() + ": task stores, 4 ARM workers",
                        "store",
                        "milliseconds",
                        stores.stream().map(Enum::name).toList());
        List<Measurement> points = new ArrayList<>();
        for (RuntimeOptions.ArmTasks store : stores) {
            points.add(
                    Simulation.of(
                            simulation.runs(request.options(4).with(store)), r -> r.nanos() / 1e6));
        }
        chart.add("milliseconds", points);
        return chart;
    }
}
