package org.anabranch.k2h.device;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.bench.Benchmark;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.bench.Measurement;
import org.anabranch.k2h.bench.Simulation;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The shell commands that show the boards and simulate programs. */
@Component(
        service = K2hCommands.class,
        property = {
            "osgi.command.scope=k2h",
            "osgi.command.function=queues",
            "osgi.command.function=cores",
            "osgi.command.function=stats",
            "osgi.command.function=simulate",
            "anabranch.command.help=queues: lists the hardware queues of each board and how long"
                    + " they are: k2h:queues [--json]",
            "anabranch.command.help=cores: lists the cores of each board and whether they are free:"
                    + " k2h:cores [--json]",
            "anabranch.command.help=stats: prints what each core of each board has counted:"
                    + " k2h:stats [--json]",
            "anabranch.command.help=simulate: runs a benchmark of the paper on the model in virtual"
                    + " time: k2h:simulate NBody|Series|Matmul [--workers A..B] [--seed N] [--runs"
                    + " N] [--scheduler paper|anabranch] [--policy paper|cost_aware] [--reading R]"
                    + " [--dsp-only] [--out FOLDER] [--json]"
        })
public final class K2hCommands {
    private static final String JSON = "--json";
    private final K2hBackend backend;

    /** The production scheduler in simulated time, or null. */
    @Reference(
            target = "(scheduler=anabranch)",
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile Machine product;

    /**
     * Creates the commands.
     *
     * @param boards the boards to show
     */
    @Activate
    public K2hCommands(@Reference K2hBoards boards) {
        this(boards.backend());
    }

    /**
     * Creates the commands for any backend; for tests.
     *
     * @param backend the backend whose boards to show
     */
    public K2hCommands(K2hBackend backend) {
        this.backend = backend;
    }

    /**
     * Shows the open queues of each board in use, with purpose and length.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    public Object queues(String... words) {
        return perBoard("queues", words, BoardView::queues, BoardView::queueData);
    }

    /**
     * Shows the cores of each board in use, and which of them search for work.
     *
     * @param words {@code --json}, or nothing
     * @return text, or data with {@code --json}
     */
    public Object cores(String... words) {
        return perBoard("cores", words, BoardView::cores, BoardView::coreData);
    }

    /**
     * Shows the counts of each core of each board in use.
     *
     * @param words {@code --json}, or nothing
     * @return text, a row per core, or data with {@code --json}
     */
    public Object stats(String... words) {
        return perBoard("stats", words, BoardView::stats, BoardView::statData);
    }

    private Object perBoard(
            String command,
            String[] words,
            Function<BoardView, String> text,
            Function<BoardView, Map<String, Object>> data) {
        List<BoardView> boards = backend.opened().stream().map(BoardView::new).toList();
        if (Arrays.equals(words, new String[] {JSON})) {
            return boards.stream().map(data).toArray(Map<?, ?>[]::new);
        }
        if (words.length > 0) {
            throw new ProgramException(
                    "k2h:" + command + " takes --json or nothing, not '" + words[0] + "'");
        }
        return boards.isEmpty()
                ? "no board is in use"
                : boards.stream().map(text).collect(Collectors.joining("\n"));
    }

    /**
     * Runs a benchmark in simulated time.
     *
     * @param words NBody, Series or Matmul; then {@code --workers 1..12}, {@code --seed N} (the
     *     first of {@code --runs}, 1 by default), {@code --scheduler anabranch} for that of the
     *     product beside the paper's, on 1 to 64 ARM cores, {@code --policy paper} or {@code
     *     cost_aware}, {@code --reading one_victim} and others, {@code --dsp-only}, {@code --out
     *     FOLDER} for charts as files, {@code --json}
     * @return tables of speedup, steals, flushes and stores, and where the charts are if they are
     *     written; data with {@code --json}
     * @throws IOException if the charts cannot be written
     * @throws ProgramException if the words are invalid
     */
    public Object simulate(String... words) throws IOException {
        SimulationRequest request = SimulationRequest.of(words);
        if (request.out() != null) {
            requireFolder(request.out());
        }
        Simulation simulation =
                new Simulation(
                        () -> Benchmark.of(request.benchmark()),
                        Board.K2H.prices(),
                        request.seeds());
        Map<String, Chart> charts =
                request.product() ? compared(request, simulation) : charts(request, simulation);
        if (request.out() != null) {
            write(request, charts);
        }
        if (!request.json()) {
            return text(request, charts);
        }
        Map<String, Object> data = new LinkedHashMap<>();
        charts.forEach((name, chart) -> data.put(name, chart.data()));
        return data;
    }

    private Map<String, Chart> compared(SimulationRequest request, Simulation simulation) {
        Machine machine = product;
        if (machine == null) {
            throw new ProgramException(
                    "--scheduler anabranch needs the bundle org.anabranch.scheduler, which is not"
                            + " there");
        }
        return new SchedulerComparison(request, simulation, machine).charts();
    }

    private static void requireFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException refused) {
            throw new ProgramException(
                    "--out takes a folder that can be written to, not " + folder, refused);
        }
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

    private static void write(SimulationRequest request, Map<String, Chart> charts)
            throws IOException {
        for (Map.Entry<String, Chart> chart : charts.entrySet()) {
            Path file = request.out().resolve(request.benchmark() + "-" + chart.getKey() + ".svg");
            Files.writeString(file, chart.getValue().svg());
        }
    }

    private static String text(SimulationRequest request, Map<String, Chart> charts) {
        String tables =
                charts.values().stream().map(Chart::table).collect(Collectors.joining("\n"));
        return request.out() == null ? tables : tables + "\ncharts in " + request.out();
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
