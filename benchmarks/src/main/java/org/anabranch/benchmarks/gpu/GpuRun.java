package org.anabranch.benchmarks.gpu;

import org.anabranch.spi.support.Arguments;
import org.anabranch.spi.support.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The comparison of a GPU with the host: runs each step in a process of its own, and writes {@code
 * gpu.md} and {@code gpu.json}. The exit status is 1 if a step failed.
 */
public final class GpuRun {
    private static final List<String> LOOPS = List.of("product", "mandelbrot", "bodies", "saxpy");
    private static final List<String> CONTESTANTS =
            List.of("java", "cores", "host", "hand", "device", "shared");
    private static final int ROUNDS = 3;

    private final Pack pack;
    private final boolean brief;
    private final List<Step.Outcome> outcomes = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    private GpuRun(Pack pack, boolean brief) {
        this.pack = pack;
        this.brief = brief;
    }

    /**
     * Runs the comparison.
     *
     * @param words the pack's folder, and optionally {@code --short}, {@code --only=STEP,STEP} and
     *     {@code --out=FOLDER}
     * @throws IOException if the results cannot be written
     * @throws InterruptedException if interrupted
     */
    public static void main(String[] words) throws IOException, InterruptedException {
        Arguments options =
                new Arguments("GpuRun", List.of(words), Set.of("only", "out"), Set.of("short"));
        GpuRun run = new GpuRun(new Pack(Path.of(words[0])), options.has("short"));
        Path out = Path.of(options.value("out").orElse(words[0]));
        List<String> only = List.of(options.value("only").orElse("").split(","));
        for (Map.Entry<String, Part> part : run.parts().entrySet()) {
            if (only.contains(part.getKey()) || only.equals(List.of(""))) {
                part.getValue().run();
                run.write(out); // a session on such a machine may end at any time
            }
        }
        System.out.println(run.text);
        System.exit(run.outcomes.stream().allMatch(Step.Outcome::isOk) ? 0 : 1);
    }

    private interface Part {
        void run() throws IOException, InterruptedException;
    }

    private Map<String, Part> parts() {
        Map<String, Part> parts = new LinkedHashMap<>();
        parts.put("devices", () -> section("Devices", pack.java("devices", 60, "gpu.DeviceFacts")));
        parts.put("kit", this::kit);
        parts.put("driver", this::driver);
        parts.put("loops", this::loops);
        parts.put("table", this::table);
        parts.put("dense", this::dense);
        parts.put("blas", () -> section("cuBLAS", pack.java("blas", 40, "gpu.CudaBlas", sizes())));
        parts.put("stencil", this::stencil);
        return parts;
    }

    private String sizes() {
        return brief ? "256" : "1024,4096";
    }

    private void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("gpu.md"), heading() + text);
        Files.writeString(folder.resolve("gpu.json"), Json.of(outcomes) + "\n");
    }

    private String heading() throws IOException {
        return "# A GPU, %s, commit %s%n%n- Host: %d processors; Java %s%n"
                .formatted(
                        LocalDate.now(),
                        Files.readString(pack.root().resolve("commit")).strip(),
                        Runtime.getRuntime().availableProcessors(),
                        Runtime.version());
    }

    private Step.Outcome run(Step step) throws IOException, InterruptedException {
        Step.Outcome outcome = step.run(pack.root());
        System.err.printf(
                Locale.ROOT,
                "%-30s %6.1f s  %s%n",
                step.name(),
                outcome.seconds(),
                outcome.outcome());
        outcomes.add(outcome);
        return outcome;
    }

    /** Runs a step whose output is its table. */
    private void section(String title, Step step) throws IOException, InterruptedException {
        Step.Outcome outcome = run(step);
        say("%n## %s%n", title);
        if (!outcome.isOk()) {
            say("**%s**", outcome.outcome());
        }
        outcome.lines().forEach(line -> text.append(line).append(System.lineSeparator()));
    }

    private void say(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    private void kit() throws IOException, InterruptedException {
        Step.Outcome outcome = run(pack.shell("kit", 60, "conformance opencl"));
        Map<String, Long> counts =
                outcome.lines().stream()
                        .collect(Collectors.groupingBy(GpuRun::verdict, Collectors.counting()));
        say("%n## Conformance kit%n%n%s: %s%n", outcome.outcome(), counts);
        outcome.lines().stream()
                .filter(line -> verdict(line).equals("other"))
                .forEach(line -> say("    %s", line));
    }

    private static String verdict(String line) {
        return Stream.of("holds", "skipped")
                .filter(word -> line.toLowerCase(Locale.ROOT).contains(word))
                .findFirst()
                .orElse("other");
    }

    private void driver() throws IOException, InterruptedException {
        say("%n## Streams and the raw driver%n%n| | raw | streams | ratio |%n|---|---|---|---|");
        for (String part : List.of("empty", "chain", "write", "product")) {
            String raw = pack.root().resolve("native/raw").toString();
            Map<String, Double> theirs =
                    figures(run(new Step("raw " + part, 20, List.of(raw, "streams.cl", part))));
            Map<String, Double> ours =
                    figures(
                            run(
                                    pack.java(
                                            "streams " + part,
                                            30,
                                            "opencl.ThroughStreams",
                                            "streams.cl",
                                            part,
                                            brief ? "100" : "10")));
            Set<String> names = new LinkedHashSet<>(theirs.keySet());
            names.addAll(ours.keySet());
            if (names.isEmpty()) {
                say("| %s | - | - | - |", part);
            }
            for (String name : names) {
                double a = theirs.getOrDefault(name, Double.NaN);
                double b = ours.getOrDefault(name, Double.NaN);
                say("| %s | %.2f | %.2f | %.2f |", name, a, b, b / a);
            }
        }
    }

    /** Returns the medians of "name median best" lines. */
    private static Map<String, Double> figures(Step.Outcome outcome) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String line : outcome.lines()) {
            String[] words = line.split(" ", -1);
            if (words.length == 3 && words[1].matches("[0-9.]+")) {
                figures.put(words[0], Double.valueOf(words[1]));
            }
        }
        return figures;
    }

    private void loops() throws IOException, InterruptedException {
        say(
                "%n## Loops, ms: plain Java, a parallel stream of all cores, and lifted%n%n| loop |"
                        + " Java | cores | host | by hand, on the device | lifted, on the device |"
                        + " shared | other bits |%n|---|---|---|---|---|---|---|---|");
        for (String loop : LOOPS) {
            Map<String, Step.Outcome> of = new LinkedHashMap<>();
            for (String contestant : CONTESTANTS) {
                of.put(
                        contestant,
                        run(
                                pack.java(
                                        loop + " " + contestant,
                                        30,
                                        "loops.LoopContest",
                                        loop,
                                        contestant,
                                        "loops.cl",
                                        "--elements",
                                        brief ? "--quick" : "--large",
                                        brief ? "--seconds=0.1" : "--seconds=1")));
            }
            String expected = of.get("java").last(2);
            String others =
                    of.entrySet().stream()
                            .filter(entry -> entry.getValue().isOk())
                            .filter(entry -> !entry.getValue().last(2).equals(expected))
                            .map(Map.Entry::getKey)
                            .collect(Collectors.joining(", "));
            say(
                    "| %s | %s | %s |",
                    loop,
                    of.values().stream()
                            .map(outcome -> outcome.last(0))
                            .collect(Collectors.joining(" | ")),
                    others);
            complain(of.values().stream().toList());
        }
    }

    /** Shows the end of what failed steps printed. */
    private void complain(List<Step.Outcome> all) {
        for (Step.Outcome outcome : all) {
            if (!outcome.isOk()) {
                say("%n%s: **%s**%n", outcome.name(), outcome.outcome());
                outcome.lines().stream().limit(12).forEach(line -> say("    %s", line));
                say("");
            }
        }
    }

    private void table() throws IOException, InterruptedException {
        section(
                "Marked loops: time of plain Java, and its ratio to the others",
                pack.java(
                        "table",
                        90,
                        "loops.LoopTable",
                        "--anywhere",
                        "--only=saxpy,roots,jacobi,escape,product,sparse",
                        "--sizes=" + (brief ? "4096" : "65536,16777216"),
                        "--warm=" + (brief ? 50 : 300)));
    }

    private void dense() throws IOException, InterruptedException {
        say(
                "%n## Dense tiles, GFLOP/s%n%n| | host's arithmetic | host | device | device/host |"
                        + " both | both/the better |%n|---|---|---|---|---|---|---|");
        Path folder = Files.createTempDirectory("anabranch-gpu");
        for (String job : List.of("matmul", "cholesky")) {
            Step.Outcome outcome =
                    run(
                            pack.java(
                                    "dense " + job,
                                    60,
                                    "dense.DomainContest",
                                    folder.toString(),
                                    String.valueOf(ROUNDS),
                                    job,
                                    brief ? "512" : "4096"));
            outcome.lines().stream().filter(line -> line.startsWith("| ")).forEach(this::row);
            complain(List.of(outcome));
        }
    }

    private void row(String line) {
        text.append(line).append(System.lineSeparator());
    }

    private void stencil() throws IOException, InterruptedException {
        say("%n## Stencils%n");
        for (String domains : List.of("host", "opencl", "host,opencl")) {
            for (String name : brief ? List.of("heat") : List.of("heat", "seven_point")) {
                Step.Outcome outcome =
                        run(
                                pack.shell(
                                        name + " on " + domains,
                                        30,
                                        "stencil:compute stencils/%s.xml --domains %s --verify"
                                                .formatted(name, domains)));
                say("%n%s: %s%n", outcome.name(), outcome.outcome());
                outcome.lines().forEach(line -> say("    %s", line));
            }
        }
    }
}
