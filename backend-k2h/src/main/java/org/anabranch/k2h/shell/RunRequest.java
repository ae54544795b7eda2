package org.anabranch.k2h.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.BoardFile;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.k2h.run.RunPace;
import org.anabranch.k2h.run.RuntimeOptions;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parsed arguments of {@code k2h:run}: options of the shell; all others are for the program.
 * Every error names the valid values.
 */
final class RunRequest {
    private final String program;
    private final List<String> arguments = new ArrayList<>();
    private Board board = Board.K2H;
    private String workers = "";
    private long seed = 1;
    private PolicyFactory policy = HybridPolicy.Kind.PAPER;
    private final OfferedPolicies policies;
    private boolean virtual = true;
    private boolean dspOnly;
    private boolean writeThrough;
    private boolean check;
    private boolean report;
    private boolean json;
    private Path chrome;
    private Path gantt;

    private RunRequest(String program, OfferedPolicies policies) {
        this.program = program;
        this.policies = policies;
    }

    static RunRequest of(OfferedPolicies policies, String... words) {
        if (words.length == 0 || words[0].startsWith("-")) {
            throw new ProgramException(
                    "k2h:run needs the name of a program; k2h:programs lists them");
        }
        RunRequest request = new RunRequest(words[0], policies);
        for (int i = 1; i < words.length; i++) {
            if (!request.flag(words[i])) {
                i += request.option(words[i], i + 1 < words.length ? words[i + 1] : null);
            }
        }
        request.check();
        return request;
    }

    private boolean flag(String word) {
        switch (word) {
            case "--check" -> check = true;
            case "--virtual" -> virtual = true;
            case "--real" -> virtual = false;
            case "--dsp-only" -> dspOnly = true;
            case "--write-through" -> writeThrough = true;
            case "--report" -> report = true;
            case "--json" -> json = true;
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of words consumed after this one. */
    private int option(String name, String value) {
        switch (name) {
            case "--workers" -> workers = needed(name, value);
            case "--board" -> board = board(needed(name, value));
            case "--seed" -> seed = seed(needed(name, value));
            case "--policy" -> policy = policies.named(needed(name, value));
            case "--chrome" -> chrome = file(name, needed(name, value));
            case "--gantt" -> gantt = file(name, needed(name, value));
            default -> {
                arguments.add(name);
                return 0;
            }
        }
        return 1;
    }

    private static String needed(String name, String value) {
        if (value == null || value.startsWith("--")) {
            throw new ProgramException(name + " needs a value");
        }
        return value;
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

    private static long seed(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException notOne) {
            throw new ProgramException("--seed takes a number, not " + value, notOne);
        }
    }

    private static Path file(String name, String value) {
        try {
            return Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException broken) {
            throw new ProgramException(name + " takes a file, not " + value, broken);
        }
    }

    private void check() {
        if (workers().size() > 1 && (chrome != null || gantt != null || report)) {
            throw new ProgramException(
                    "--chrome, --gantt and --report are for one number of workers, not " + workers);
        }
    }

    /** Returns the numbers of workers; by default all cores of the board. */
    List<Integer> workers() {
        int most = dspOnly ? board.dsp().count() : board.workers();
        if (most == 0) {
            throw new ProgramException("--dsp-only: " + board + " has no DSP");
        }
        if (workers.isEmpty()) {
            return List.of(most);
        }
        String[] ends = workers.split("\\.\\.", -1);
        try {
            int from = Integer.parseInt(ends[0]);
            int to = Integer.parseInt(ends[ends.length - 1]);
            if (ends.length <= 2 && 1 <= from && from <= to && to <= most) {
                return IntStream.rangeClosed(from, to).boxed().toList();
            }
        } catch (NumberFormatException notOne) {
            throw new ProgramException(
                    "--workers takes a number or a range such as 1..4, not " + workers, notOne);
        }
        throw new ProgramException(
                "--workers takes 1 to %s, or a range such as 1..%s, on %s%s, not %s"
                        .formatted(most, most, board, dspOnly ? " with --dsp-only" : "", workers));
    }

    RuntimeOptions options(int count) {
        RuntimeOptions options =
                dspOnly ? RuntimeOptions.dspOnly(board, count) : RuntimeOptions.on(board, count);
        options = options.with(policy).writeThrough(writeThrough);
        options = check ? options.check() : options;
        return timed() ? options.times() : options;
    }

    boolean timed() {
        return report || chrome != null || gantt != null;
    }

    String program() {
        return program;
    }

    List<String> arguments() {
        return arguments;
    }

    Board board() {
        return board;
    }

    RunPace pace() {
        return new RunPace(virtual, seed);
    }

    boolean checked() {
        return check;
    }

    boolean report() {
        return report;
    }

    boolean json() {
        return json;
    }

    Path chrome() {
        return chrome;
    }

    Path gantt() {
        return gantt;
    }

    /** Returns a description of the run, for people. */
    String title() {
        return "%s on %s%s, %s, %s%s"
                .formatted(
                        String.join(" ", program, String.join(" ", arguments)).strip(),
                        board.name(),
                        dspOnly ? ", DSPs only" : "",
                        OfferedPolicies.name(policy),
                        virtual ? "simulated time, seed " + seed : "real time",
                        check ? ", checked" : "");
    }
}
