package org.anabranch.k2h.shell;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ProgramException;
import org.anabranch.k2h.bench.Chart;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.report.ChromeTrace;
import org.anabranch.k2h.report.CoreTable;
import org.anabranch.k2h.report.GanttChart;
import org.anabranch.k2h.run.Machine;
import org.anabranch.k2h.run.RunReport;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The commands {@code k2h:simulate}, {@code k2h:programs} and {@code k2h:boards}. */
@Component(
        service = RunCommands.class,
        property = {
            "osgi.command.scope=k2h",
            "osgi.command.function=simulate",
            "osgi.command.function=programs",
            "osgi.command.function=boards",
            "anabranch.command.help=simulate: runs a program of HC-K2H on the model of a board and"
                + " says whether its result is right, or compares runs of several seeds:"
                + " k2h:simulate PROGRAM [ARGUMENT...] [--workers N|A..B] [--board NAME|FILE]"
                + " [--seed N] [--runs N] [--scheduler paper|anabranch] [--policy"
                + " paper|cost_aware|NAME] [--reading R] [--dsp-only] [--write-through] [--check]"
                + " [--virtual|--real] [--report] [--gantt FILE.svg] [--chrome FILE.json] [--out"
                + " FOLDER] [--json]",
            "anabranch.command.help=programs: lists the programs of HC-K2H that bundles offer:"
                    + " k2h:programs [--json]",
            "anabranch.command.help=boards: lists the boards that the model knows, or prints the"
                    + " file of one: k2h:boards [NAME|FILE] [--json]"
        })
public final class RunCommands {
    private static final String JSON = "--json";
    private final Machine machine;

    /** Programs of any bundle. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<Program> programs = List.of();

    /** Policies of any bundle. */
    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    volatile List<PolicyFactory> policies = List.of();

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
     * @param machine that runs programs
     */
    @Activate
    public RunCommands(@Reference(target = "(!(scheduler=anabranch))") Machine machine) {
        this.machine = machine;
    }

    /**
     * Creates the commands for some programs; for tests.
     *
     * @param machine that runs programs
     */
    public RunCommands(Machine machine, List<Program> programs) {
        this.machine = machine;
        this.programs = List.copyOf(programs);
    }

    /**
     * Sets the machine with the production scheduler; for tests.
     *
     * @return these commands
     */
    public RunCommands with(Machine scheduler) {
        product = scheduler;
        return this;
    }

    /**
     * Adds a policy; for tests.
     *
     * @return these commands
     */
    public RunCommands with(PolicyFactory policy) {
        policies = List.of(policy);
        return this;
    }

    /**
     * Runs a program, for one number of workers or for each of a range: once, or with {@code
     * --runs} and {@code --out} with several seeds.
     *
     * @param words name, arguments of the program, options
     * @return the counts of each run, or tables of speedup, steals, flushes and stores over the
     *     seeds; and the files written; data with {@code --json}
     * @throws IOException if a file cannot be written
     * @throws AnabranchException if a result is wrong, a run failed, or the checker has findings
     */
    public Object simulate(String... words) throws IOException {
        List<PolicyFactory> all = new ArrayList<>(List.of(HybridPolicy.Kind.values()));
        all.addAll(policies);
        RunRequest request = new RunRequest(new Offered<>(all, PolicyFactory::name), words);
        Program program =
                new Offered<>(programs, Program::name)
                        .named(
                                request.program,
                                names ->
                                        "there is no program %s, only %s"
                                                .formatted(request.program, names));
        ProgramRuns runs = new ProgramRuns(request, program, machine, product);
        return request.charts ? charts(request, runs) : counts(request, runs);
    }

    private static Object counts(RunRequest request, ProgramRuns runs) {
        List<ProgramOutcome> outcomes = runs.outcomes();
        List<String> files = written(request, outcomes.getFirst().report());
        outcomes.forEach(outcome -> outcome.check(request.title()));
        return request.json ? data(request, outcomes, files) : text(request, outcomes, files);
    }

    private static Object charts(RunRequest request, ProgramRuns runs) {
        if (request.out != null) {
            createFolder(request.out);
        }
        Map<String, Chart> charts = new SeedCharts(request, runs).all();
        Map<String, Object> data = data(request);
        List<String> lines = new ArrayList<>(List.of(request.title()));
        charts.forEach(
                (name, chart) -> {
                    data.put(name, chart.data());
                    lines.add(chart.table());
                    if (request.out != null) {
                        String file = "%s-%s.svg".formatted(request.program, name);
                        write(request.out.resolve(file), out -> out.append(chart.svg()));
                    }
                });
        if (request.out != null) {
            lines.add("charts in " + request.out);
        }
        return request.json ? data : String.join("\n", lines);
    }

    private static void createFolder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException refused) {
            throw new ProgramException(
                    "--out takes a folder that can be written to, not " + folder, refused);
        }
    }

    private static List<String> written(RunRequest request, RunReport report) {
        List<String> files = new ArrayList<>();
        if (request.gantt != null) {
            String svg = new GanttChart(request.title(), report.timeline()).svg();
            write(request.gantt, out -> out.append(svg));
            files.add("gantt chart in " + request.gantt);
        }
        if (request.chrome != null) {
            write(
                    request.chrome,
                    out -> ChromeTrace.write(out, request.title(), report.timeline()));
            files.add("trace in " + request.chrome);
        }
        return files;
    }

    /** The content of a file. */
    private interface Content {
        void to(Writer out) throws IOException;
    }

    private static void write(Path file, Content content) {
        try (Writer out = Files.newBufferedWriter(file)) {
            content.to(out);
        } catch (IOException refused) {
            throw new ProgramException(
                    file + " cannot be written; its folder must be there", refused);
        }
    }

    private static String text(
            RunRequest request, List<ProgramOutcome> outcomes, List<String> files) {
        List<String> lines = new ArrayList<>();
        lines.add(request.title());
        lines.add(ProgramOutcome.head());
        outcomes.forEach(outcome -> lines.add(outcome.line()));
        if (request.report) {
            lines.add(new CoreTable(outcomes.getFirst().report(), request.board).text());
        }
        lines.addAll(files);
        return String.join("\n", lines);
    }

    private static Map<String, Object> data(RunRequest request) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("program", request.program);
        data.put("arguments", request.arguments);
        data.put("board", request.board.name());
        data.put("virtual", request.virtual);
        data.put("seed", request.seeds.getFirst());
        return data;
    }

    private static Object data(
            RunRequest request, List<ProgramOutcome> outcomes, List<String> files) {
        Map<String, Object> data = data(request);
        data.put("runs", outcomes.stream().map(ProgramOutcome::data).toList());
        if (request.timed()) {
            data.put("use", new CoreTable(outcomes.getFirst().report(), request.board).data());
        }
        data.put("files", files);
        return data;
    }

    /**
     * Lists the programs.
     *
     * @param words {@code --json}, or nothing
     * @return a line each, or data with {@code --json}
     */
    public Object programs(String... words) {
        Map<String, String> usages = new LinkedHashMap<>();
        new Offered<>(programs, Program::name)
                .all()
                .forEach((name, program) -> usages.put(name, ProgramCalls.usage(program)));
        if (Arrays.equals(words, new String[] {JSON})) {
            return usages;
        }
        if (words.length > 0) {
            throw new ProgramException(
                    "k2h:programs takes --json or nothing, not '" + words[0] + "'");
        }
        return usages.isEmpty() ? "no bundle offers one" : String.join("\n", usages.values());
    }

    /**
     * Lists the boards, or prints the file of one, as a template.
     *
     * @param words name or file of a board, {@code --json}
     * @return text, or data with {@code --json}
     * @throws IOException if the file cannot be read
     */
    public Object boards(String... words) throws IOException {
        List<String> names = Arrays.stream(words).filter(word -> !word.equals(JSON)).toList();
        if (names.size() > 1 || !names.isEmpty() && names.getFirst().startsWith("-")) {
            throw new ProgramException(
                    "k2h:boards takes a board of %s, a file, --json or nothing, not '%s'"
                            .formatted(BoardFile.SHIPPED, names.getLast()));
        }
        List<Board> boards =
                names.isEmpty()
                        ? BoardFile.SHIPPED.stream().map(BoardFile::shipped).toList()
                        : List.of(RunRequest.board(names.getFirst()));
        if (names.size() < words.length) {
            return boards.stream().map(BoardText::data).toArray(Map<?, ?>[]::new);
        }
        if (!names.isEmpty() && BoardFile.SHIPPED.contains(names.getFirst())) {
            return BoardFile.text(names.getFirst());
        }
        return BoardText.table(boards);
    }
}
