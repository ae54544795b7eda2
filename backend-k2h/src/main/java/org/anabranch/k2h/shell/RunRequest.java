package org.anabranch.k2h.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.spi.support.Arguments;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The parsed arguments of {@code k2h:simulate}: options of the shell; all others are for the
 * program. Every error names the valid values. Immutable.
 */
final class RunRequest {
    private static final Set<String> FLAGS =
            Set.of("check", "virtual", "real", "dsp-only", "write-through", "report", "json");
    private static final Set<String> OPTIONS =
            Set.of(
                    "workers",
                    "board",
                    "seed",
                    "runs",
                    "scheduler",
                    "policy",
                    "reading",
                    "chrome",
                    "gantt",
                    "out");
    private static final int MOST_RUNS = 10;
    private static final int MOST_ARMS = 64;

    /** The schedulers. */
    private enum Scheduler {
        PAPER,
        ANABRANCH
    }

    final String program;
    final List<String> arguments;
    final Board board;
    final PolicyFactory policy;
    final String policyName;
    final Reading reading;
    final boolean virtual;
    final boolean dspOnly;
    final boolean check;
    final boolean report;
    final boolean json;

    /** True if the production scheduler is requested. */
    final boolean product;

    /** The numbers of workers; by default all cores of the board. */
    final List<Integer> workers;

    /** One run each. */
    final List<Long> seeds;

    /** True if charts over the seeds are requested instead of the counts of single runs. */
    final boolean charts;

    /** The files and the folder to write to; null if they are not requested. */
    final Path chrome;

    final Path gantt;
    final Path out;

    private final boolean writeThrough;

    RunRequest(Offered<PolicyFactory> policies, String... words) {
        if (words.length == 0 || words[0].startsWith("-")) {
            throw new ProgramException(
                    "k2h:simulate needs the name of a program; k2h:programs lists them");
        }
        program = words[0].toLowerCase(Locale.ROOT);
        List<String> own = new ArrayList<>();
        arguments = divide(words, own);
        Arguments given = new Arguments("k2h:simulate", own, OPTIONS, FLAGS);
        board = board(given.value("board").orElse(Board.K2H.name()));
        String asked = given.value("policy").orElse(HybridPolicy.Kind.PAPER.name());
        policy =
                policies.named(
                        asked,
                        names ->
                                "--policy takes one of [%s], not %s"
                                        .formatted(names.toLowerCase(Locale.ROOT), asked));
        policyName = policies.name(policy);
        reading = given.choice("reading", Reading.WHOLE_ROUND);
        product = given.choice("scheduler", Scheduler.PAPER) == Scheduler.ANABRANCH;
        virtual = !given.has("real");
        dspOnly = given.has("dsp-only");
        writeThrough = given.has("write-through");
        check = given.has("check");
        report = given.has("report");
        json = given.has("json");
        chrome = path(given, "chrome", "file");
        gantt = path(given, "gantt", "file");
        out = path(given, "out", "folder");
        charts = given.has("runs") || out != null;
        long runs = given.number("runs", 1, 1, MOST_RUNS);
        long seed = given.number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE - MOST_RUNS);
        seeds = LongStream.range(seed, seed + runs).boxed().toList();
        workers = workers(given.value("workers").orElse(null));
        check();
    }

    /** Returns the arguments of the program, and adds the options of this command to a list. */
    private static List<String> divide(String[] words, List<String> own) {
        List<String> others = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            String name = words[i].startsWith("--") ? words[i].substring(2).split("=", 2)[0] : "";
            boolean option = OPTIONS.contains(name);
            (option || FLAGS.contains(name) ? own : others).add(words[i]);
            if (option && !words[i].contains("=")) {
                if (i + 1 == words.length || words[i + 1].startsWith("--")) {
                    throw new ProgramException(words[i] + " needs a value");
                }
                own.add(words[++i]);
            }
        }
        return List.copyOf(others);
    }

    /** Returns a shipped board by its name, or a board from a file. */
    static Board board(String word) {
        if (BoardFile.SHIPPED.contains(word)) {
            return BoardFile.shipped(word);
        }
        try {
            return BoardFile.read(Path.of(word));
        } catch (IOException | InvalidPathException absent) {
            throw new ProgramException(
                    "--board takes one of %s or a file that can be read, not %s"
                            .formatted(BoardFile.SHIPPED, word),
                    absent);
        } catch (K2hException.InvalidBoard wrong) {
            throw new ProgramException(wrong.getMessage(), wrong);
        }
    }

    private static Path path(Arguments given, String name, String kind) {
        String value = given.value(name).orElse(null);
        try {
            return value == null ? null : Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException broken) {
            throw new ProgramException("--" + name + " takes a " + kind + ", not " + value, broken);
        }
    }

    private List<Integer> workers(String value) {
        int all = dspOnly ? board.dsp().count() : product ? board.arm().count() : board.workers();
        if (all == 0) {
            throw new ProgramException("--dsp-only: " + board + " has no DSP");
        }
        if (value == null) {
            return List.of(all);
        }
        int most = product ? MOST_ARMS : all;
        String[] ends = value.split("\\.\\.", -1);
        try {
            int from = Integer.parseInt(ends[0]);
            int to = Integer.parseInt(ends[ends.length - 1]);
            if (ends.length <= 2 && 1 <= from && from <= to && to <= most) {
                return IntStream.rangeClosed(from, to).boxed().toList();
            }
        } catch (NumberFormatException notOne) {
            throw new ProgramException(
                    "--workers takes a number or a range such as 1..4, not " + value, notOne);
        }
        String where = dspOnly ? " with --dsp-only" : product ? " with --scheduler anabranch" : "";
        throw new ProgramException(
                "--workers takes 1 to %s, or a range such as 1..%s, on %s%s, not %s"
                        .formatted(most, most, board, where, value));
    }

    private void check() {
        boolean plain = policy == HybridPolicy.Kind.PAPER && reading == Reading.WHOLE_ROUND;
        if (product && (!plain || dspOnly || writeThrough || check || !virtual || timed())) {
            throw new ProgramException(
                    "--scheduler anabranch has ARM cores only, in simulated time: --dsp-only,"
                            + " --policy, --reading, --write-through, --check, --real, --report,"
                            + " --chrome and --gantt are for --scheduler paper");
        }
        if (charts && !virtual) {
            throw new ProgramException("--runs and --out are for simulated time, not for --real");
        }
        if (timed() && (charts || workers.size() > 1)) {
            throw new ProgramException(
                    "--chrome, --gantt and --report are for one run on one number of workers, not"
                            + " with --runs, --out or --workers A..B");
        }
    }

    /** Returns the options of the machine for a number of workers. */
    RuntimeOptions options(int count) {
        try {
            Board used = product ? board.cores(count, 0) : board;
            RuntimeOptions options =
                    dspOnly ? RuntimeOptions.dspOnly(used, count) : RuntimeOptions.on(used, count);
            options = options.with(policy).with(reading).writeThrough(writeThrough);
            options = check ? options.check() : options;
            return timed() ? options.times() : options;
        } catch (K2hException.Program unfit) {
            throw new ProgramException("--workers " + count + ": " + unfit.getMessage(), unfit);
        }
    }

    /** Returns true if the states of cores are to be recorded. */
    boolean timed() {
        return report || chrome != null || gantt != null;
    }

    /** Returns a description of the runs, for people. */
    String title() {
        String time =
                !virtual
                        ? "real time"
                        : seeds.size() == 1
                                ? "simulated time, seed " + seeds.getFirst()
                                : "simulated time, seeds %s to %s"
                                        .formatted(seeds.getFirst(), seeds.getLast());
        return "%s on %s%s, %s%s, %s%s"
                .formatted(
                        String.join(" ", program, String.join(" ", arguments)).strip(),
                        board.name(),
                        dspOnly ? ", DSPs only" : "",
                        product ? charts ? "anabranch and paper" : "anabranch" : policyName,
                        reading == Reading.WHOLE_ROUND ? "" : ", " + reading,
                        time,
                        check ? ", checked" : "");
    }
}
