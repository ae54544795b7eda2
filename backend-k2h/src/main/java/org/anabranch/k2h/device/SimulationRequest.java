package org.anabranch.k2h.device;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.bench.Benchmark;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RuntimeOptions;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The parsed arguments of {@code k2h:simulate}. Every error names the valid values. */
final class SimulationRequest {
    private static final int MOST_RUNS = 10;
    private static final int BOARD = 12;
    private static final int MOST_OF_ONE_KIND = 64;

    /** The schedulers. */
    enum Scheduler {
        PAPER,
        ANABRANCH
    }

    private final String benchmark;
    private List<Integer> workers;
    private String asked;
    private long seed = 1;
    private int runs = 1;
    private HybridPolicy.Kind policy = HybridPolicy.Kind.PAPER;
    private Reading reading = Reading.WHOLE_ROUND;
    private Scheduler scheduler = Scheduler.PAPER;
    private boolean dspOnly;
    private boolean json;
    private Path out;

    private SimulationRequest(String benchmark) {
        this.benchmark = benchmark;
    }

    static SimulationRequest of(String... words) {
        if (words.length == 0) {
            throw new ProgramException("k2h:simulate needs a benchmark: one of " + Benchmark.NAMES);
        }
        SimulationRequest request = new SimulationRequest(benchmark(words[0]));
        String[] options = Arrays.copyOfRange(words, 1, words.length);
        for (int i = 0; i < options.length; i++) {
            if (options[i].equals("--dsp-only")) {
                request.dspOnly = true;
            } else if (options[i].equals("--json")) {
                request.json = true;
            } else if (i + 1 < options.length) {
                request.set(options[i], options[++i]);
            } else {
                throw new ProgramException(options[i] + " is unknown or needs a value");
            }
        }
        request.checkScheduler();
        int most = request.most();
        request.workers =
                request.asked == null
                        ? IntStream.rangeClosed(1, Math.min(most, BOARD)).boxed().toList()
                        : range(request.asked, Math.max(most, BOARD));
        if (request.workers.getLast() > most) {
            throw new ProgramException(
                    "--workers goes up to "
                            + most
                            + (request.dspOnly ? " with --dsp-only" : "")
                            + ", not to "
                            + request.workers.getLast());
        }
        return request;
    }

    private int most() {
        return product() ? MOST_OF_ONE_KIND : dspOnly ? 8 : BOARD;
    }

    private void checkScheduler() {
        if (product()
                && (dspOnly
                        || policy != HybridPolicy.Kind.PAPER
                        || reading != Reading.WHOLE_ROUND)) {
            throw new ProgramException(
                    "--scheduler anabranch has ARM cores only: --dsp-only, --policy and --reading"
                            + " are for --scheduler paper");
        }
    }

    private static String benchmark(String word) {
        return Benchmark.NAMES.stream()
                .filter(word::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(
                        () ->
                                new ProgramException(
                                        "there is no benchmark %s, only %s"
                                                .formatted(word, Benchmark.NAMES)));
    }

    private void set(String name, String value) {
        switch (name) {
            case "--workers" -> asked = value;
            case "--seed" -> seed = number(name, value, Long.MIN_VALUE, Long.MAX_VALUE - MOST_RUNS);
            case "--runs" -> runs = (int) number(name, value, 1, MOST_RUNS);
            case "--policy" -> policy = constant(name, value, HybridPolicy.Kind.values());
            case "--scheduler" -> scheduler = constant(name, value, Scheduler.values());
            case "--reading" -> reading = constant(name, value, Reading.values());
            case "--out" -> out = path(value);
            default ->
                    throw new ProgramException(
                            "there is no option "
                                    + name
                                    + ", only --workers, --seed, --runs, --scheduler, --policy,"
                                    + " --reading, --dsp-only, --json and --out");
        }
    }

    private static List<Integer> range(String value, int most) {
        String[] ends = value.split("\\.\\.", -1);
        int from = (int) number("--workers", ends[0], 1, most);
        int to = (int) number("--workers", ends[ends.length - 1], 1, most);
        if (ends.length > 2 || to < from) {
            throw new ProgramException(
                    "--workers takes a number or a range such as 1..12, not " + value);
        }
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    private static long number(String name, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            throw new ProgramException(name + " takes a number, not " + value, notOne);
        }
        throw new ProgramException(name + " takes " + least + " to " + most + ", not " + value);
    }

    private static <E extends Enum<E>> E constant(String name, String value, E[] all) {
        return Arrays.stream(all)
                .filter(one -> one.name().equals(value.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ProgramException(
                                        name
                                                + " takes one of "
                                                + Arrays.toString(all).toLowerCase(Locale.ROOT)
                                                + ", not "
                                                + value));
    }

    private static Path path(String value) {
        try {
            return Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException broken) {
            throw new ProgramException("--out takes a folder, not " + value, broken);
        }
    }

    String benchmark() {
        return benchmark;
    }

    List<Integer> workers() {
        return workers;
    }

    List<Long> seeds() {
        return LongStream.range(seed, seed + runs).boxed().toList();
    }

    /** Returns true if the production scheduler is requested. */
    boolean product() {
        return scheduler == Scheduler.ANABRANCH;
    }

    boolean dspOnly() {
        return dspOnly;
    }

    boolean json() {
        return json;
    }

    /** Returns the folder for charts, or null. */
    Path out() {
        return out;
    }

    /** Returns the text for the titles of charts. */
    String title() {
        return benchmark
                + (dspOnly ? " on DSPs only, " : ", ")
                + (product() ? "anabranch and paper" : policy)
                + (reading == Reading.WHOLE_ROUND ? "" : ", " + reading)
                + ", "
                + (runs == 1 ? "seed " + seed : "seeds " + seed + " to " + (seed + runs - 1));
    }

    /** Returns the options of the board; kinds of stores are still to be chosen. */
    RuntimeOptions options(int count) {
        return (dspOnly ? RuntimeOptions.dspOnly(count) : RuntimeOptions.hybrid(count))
                .with(policy)
                .with(reading);
    }
}
