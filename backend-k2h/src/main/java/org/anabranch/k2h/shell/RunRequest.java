package org.anabranch.k2h.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RuntimeOptions;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The parsed arguments of {@code k2h:run}: options of the shell; all others are for the program.
 * Every error names the valid values. Immutable.
 */
final class RunRequest {
    private static final Set<String> FLAGS =
            Set.of(
                    "--check --virtual --real --dsp-only --write-through --report --json"
                            .split(" "));
    private static final Set<String> OPTIONS =
            Set.of(
                    ("--workers --board --seed --runs --scheduler --policy --reading --chrome"
                                    + " --gantt --out")
                            .split(" "));
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
    private final Map<String, String> values = new HashMap<>();

    RunRequest(Offered<PolicyFactory> policies, String... words) {
        if (words.length == 0 || words[0].startsWith("-")) {
            throw new ProgramException(
                    "k2h:run needs the name of a program; k2h:programs lists them");
        }
        program = words[0].toLowerCase(Locale.ROOT);
        Set<String> flags = new HashSet<>();
        arguments = parse(words, flags);
        board = board(values.getOrDefault("--board", Board.K2H.name()));
        String asked = values.getOrDefault("--policy", HybridPolicy.Kind.PAPER.name());
        policy =
                policies.named(
                        asked,
                        names ->
                                "--policy takes one of [%s], not %s"
                                        .formatted(names.toLowerCase(Locale.ROOT), asked));
        policyName = policies.name(policy);
        reading = constant("--reading", Reading.values());
        product = constant("--scheduler", Scheduler.values()) == Scheduler.ANABRANCH;
        virtual = !flags.contains("--real");
        dspOnly = flags.contains("--dsp-only");
        writeThrough = flags.contains("--write-through");
        check = flags.contains("--check");
        report = flags.contains("--report");
        json = flags.contains("--json");
        chrome = path("--chrome", "file");
        gantt = path("--gantt", "file");
        out = path("--out", "folder");
        charts = values.containsKey("--runs") || out != null;
        long runs = number("--runs", 1, MOST_RUNS);
        long seed = number("--seed", Long.MIN_VALUE, Long.MAX_VALUE - MOST_RUNS);
        seeds = LongStream.range(seed, seed + runs).boxed().toList();
        workers = workers();
        check();
    }

    /** Returns the arguments of the program. */
    private List<String> parse(String[] words, Set<String> flags) {
        List<String> others = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            if (FLAGS.contains(words[i])) {
                flags.add(words[i]);
            } else if (!OPTIONS.contains(words[i])) {
                others.add(words[i]);
            } else if (i + 1 < words.length && !words[i + 1].startsWith("--")) {
                values.put(words[i], words[++i]);
            } else {
                throw new ProgramException(words[i] + " needs a value");
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

    /** Returns a number, by default 1. */
    private long number(String name, long least, long most) {
        String value = values.getOrDefault(name, "1");
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

    /** Returns a constant, by default the first. */
    private <E extends Enum<E>> E constant(String name, E[] all) {
        String value = values.getOrDefault(name, all[0].name());
        return Arrays.stream(all)
                .filter(one -> one.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ProgramException(
                                        "%s takes one of %s, not %s"
                                                .formatted(
                                                        name,
                                                        Arrays.toString(all)
                                                                .toLowerCase(Locale.ROOT),
                                                        value)));
    }

    private Path path(String name, String kind) {
        String value = values.get(name);
        try {
            return value == null ? null : Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException broken) {
            throw new ProgramException(name + " takes a " + kind + ", not " + value, broken);
        }
    }

    private List<Integer> workers() {
        int all = dspOnly ? board.dsp().count() : product ? board.arm().count() : board.workers();
        if (all == 0) {
            throw new ProgramException("--dsp-only: " + board + " has no DSP");
        }
        String value = values.get("--workers");
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
                            + " with --runs, --out or --workers "
                            + values.getOrDefault("--workers", "A..B"));
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
