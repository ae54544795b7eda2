package org.anabranch.benchmarks;

import org.anabranch.spi.support.Arguments;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The comparison of contestants on workloads, in turns, in a new JVM each time, with a table of the
 * results.
 *
 * <p>A shared machine is slow for seconds at a time. So a round runs every contestant of a workload
 * one after the other, ratios are taken within a round, and the table has their median with the
 * least and the largest.
 */
public final class Comparison {
    private final Pace pace;
    private final int rounds;
    private final List<Integer> workers;
    private final Path natives;
    private final Path before;
    private final PrintStream progress;
    private final List<Sample> samples = new ArrayList<>();

    /** The duration of measurements; the smoke test stays in this JVM and runs each once, small. */
    enum Pace {
        SMOKE,
        QUICK,
        FULL
    }

    /** Nanoseconds per task or action in one round. */
    record Sample(String workload, int workers, Contestant contestant, int round, double nanos) {}

    Comparison(
            Pace pace,
            int rounds,
            List<Integer> workers,
            Path natives,
            Path before,
            PrintStream progress) {
        this.natives = natives;
        this.before = before;
        this.pace = pace;
        this.rounds = rounds;
        this.workers = workers;
        this.progress = progress;
    }

    /**
     * Runs the command: see {@code benchmarks/run --help}.
     *
     * @param arguments of the command line
     * @throws Exception if a workload computes a wrong result, or a file cannot be written
     */
    public static void main(String[] arguments) throws Exception {
        Arguments options =
                new Arguments(
                        "Comparison",
                        List.of(arguments),
                        Set.of("rounds", "workers", "native", "against", "table"),
                        Set.of("quick"));
        Comparison comparison =
                new Comparison(
                        options.has("quick") ? Pace.QUICK : Pace.FULL,
                        (int) options.number("rounds", 5, 1, Integer.MAX_VALUE),
                        Arrays.stream(options.value("workers").orElse("1,2").split(","))
                                .map(Integer::valueOf)
                                .toList(),
                        options.value("native").map(Path::of).orElse(null),
                        options.value("against").map(Path::of).orElse(null),
                        System.err);
        String filter = options.words() == 0 ? "" : options.word(0, "filter");
        comparison.run(Pattern.compile(filter).asPredicate());
        String text = ResultTable.of(comparison.samples());
        System.out.println(text);
        if (options.has("table")) {
            Files.writeString(Path.of(options.value("table").orElseThrow()), text);
        }
    }

    void run(Predicate<String> wanted) throws RunnerException, IOException {
        List<String> names =
                Workloads.all(pace == Pace.SMOKE).keySet().stream().filter(wanted).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "no workload has such a name; there are " + Workloads.all(true).keySet());
        }
        for (int round = 1; round <= rounds; round++) {
            for (String name : names) {
                Workload small = Workloads.all(true).get(name).get();
                long units =
                        pace == Pace.SMOKE
                                ? small.units()
                                : Workloads.all(false).get(name).get().units();
                for (int count : workers) {
                    for (Contestant contestant : inTurn(there(small), round)) {
                        double nanos = measure(name, contestant, count) / units;
                        samples.add(new Sample(name, count, contestant, round, nanos));
                        progress.printf(
                                "round %d of %d: %s, %d workers, %s: %.1f ns%n",
                                round, rounds, name, count, contestant.label(), nanos);
                    }
                }
            }
        }
    }

    /** Returns the contestants in the order of columns, in every second round reversed. */
    private static List<Contestant> inTurn(Set<Contestant> there, int round) {
        List<Contestant> order = new ArrayList<>(there);
        return round % 2 == 1 ? order : order.reversed();
    }

    /** Returns the contestants that this machine has, in the order of columns. */
    Set<Contestant> there(Workload workload) {
        if (before != null) {
            return EnumSet.of(Contestant.ANABRANCH, Contestant.BEFORE, Contestant.BEFORE_AGAIN);
        }
        Set<Contestant> there = EnumSet.copyOf(workload.contestants());
        there.removeIf(
                who ->
                        who.program() != null
                                && (natives == null || !Files.isExecutable(program(who))));
        return there;
    }

    private Path program(Contestant contestant) {
        return natives.resolve(contestant.program());
    }

    List<Sample> samples() {
        return samples;
    }

    /** Returns the median time of a run, in nanoseconds; forked JVMs take the class path here. */
    private double measure(String name, Contestant contestant, int count)
            throws RunnerException, IOException {
        if (contestant == Contestant.BEFORE || contestant == Contestant.BEFORE_AGAIN) {
            String here = System.setProperty("java.class.path", before.toString());
            try {
                return measure(name, Contestant.ANABRANCH, count);
            } finally {
                System.setProperty("java.class.path", here);
            }
        }
        if (contestant.program() != null) {
            return new NativeRun(program(contestant)).of(name, count, pace == Pace.SMOKE);
        }
        var options =
                options()
                        .include(Pattern.quote(ComparisonBenchmark.class.getName()) + "\\.run$")
                        .param("workload", name)
                        .param("contestant", contestant.name())
                        .param("workers", Integer.toString(count))
                        .param("small", Boolean.toString(pace == Pace.SMOKE))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .jvmArgsAppend(
                                "-XX:+UseParallelGC",
                                "-Xms2g",
                                "-Xmx2g",
                                "-XX:+AlwaysPreTouch",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djdk.virtualThreadScheduler.parallelism=" + count)
                        .build();
        return Spread.of(
                        new Runner(options)
                                .runSingle().getBenchmarkResults().stream()
                                        .flatMap(fork -> fork.getIterationResults().stream())
                                        .map(IterationResult::getPrimaryResult)
                                        .mapToDouble(result -> result.getScore()))
                .median();
    }

    private ChainedOptionsBuilder options() {
        ChainedOptionsBuilder options = new OptionsBuilder();
        return switch (pace) {
            case SMOKE ->
                    options.forks(0)
                            .warmupIterations(0)
                            .measurementIterations(1)
                            .measurementTime(TimeValue.milliseconds(1));
            case QUICK ->
                    options.forks(1)
                            .warmupIterations(3)
                            .warmupTime(TimeValue.milliseconds(300))
                            .measurementIterations(3)
                            .measurementTime(TimeValue.milliseconds(200));
            case FULL ->
                    options.forks(1)
                            .warmupIterations(10)
                            .warmupTime(TimeValue.milliseconds(500))
                            .measurementIterations(5)
                            .measurementTime(TimeValue.milliseconds(300));
        };
    }
}
