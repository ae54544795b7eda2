package org.anabranch.benchmarks.loops;

import org.anabranch.api.Place;
import org.anabranch.benchmarks.loops.Contest.Contestant;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.spi.support.Arguments;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The table of marked loops: each as plain Java, as a parallel stream, as the same plain Java
 * loaded again, and woven, on the host and anywhere. Prints the time of plain Java, and its ratio
 * to each of the others: above 1 is faster. That of the same code again is what chance does.
 */
public final class LoopTable {
    private static final List<String> GROUPS = List.of("Elementwise", "Nests", "Reductions");
    private static final List<String> COLUMNS =
            List.of("plain", "stream", "again", "host", "anywhere");

    /** The first column of woven code. */
    private static final int WOVEN = 3;

    private final Contest contest;
    private final boolean verbose;
    private final MarkedClasses again = MarkedClasses.load(null);
    private final List<MarkedClasses> woven;

    private LoopTable(Contest contest, List<Loops> runners, boolean verbose) {
        this.contest = contest;
        this.verbose = verbose;
        this.woven = runners.stream().map(MarkedClasses::load).toList();
    }

    /**
     * Prints the table.
     *
     * @param words {@code --only=TEXT} for loops whose names contain it, {@code --sizes=N,N},
     *     {@code --anywhere} for that column, {@code --warm=MILLISECONDS} for each contestant,
     *     {@code --verbose} for the last run of each loop, {@code --least} for least times instead
     *     of medians, {@code --programs} for the table of programs instead, {@code --first=N} for
     *     first runs in so many virtual machines
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        Arguments options =
                new Arguments(
                        "LoopTable",
                        List.of(words),
                        Set.of("only", "sizes", "warm", "first"),
                        Set.of("anywhere", "host", "verbose", "least", "programs"));
        String[] only = options.value("only").orElse("").toLowerCase(Locale.ROOT).split(",");
        long warm = options.number("warm", 400, 0, Integer.MAX_VALUE) * 1_000_000;
        Contest contest = new Contest(warm, options.has("least"), new TreeMap<>());
        boolean verbose = options.has("verbose");
        try (Anabranch anabranch = Anabranch.start()) {
            List<Loops> runners = new ArrayList<>();
            Loops host = new LiftedLoops(anabranch.platform());
            runners.add(host);
            if (options.has("anywhere")) {
                anabranch.domains("opencl", Duration.ofSeconds(30));
                runners.add(host.on(Place.anywhere()));
            }
            if (options.has("programs")) {
                int machines = (int) options.number("first", 1, 0, 100);
                new ProgramTable(contest, runners, machines, verbose).print(only);
            } else {
                String sizes = options.value("sizes").orElse("64,4096,1048576,16777216");
                int[] chosen =
                        Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
                new LoopTable(contest, runners, verbose).print(only, chosen);
            }
            contest.printSummary();
        }
    }

    private void print(String[] only, int[] sizes) throws ReflectiveOperationException {
        System.out.println("| loop | size | plain, us | stream | again | host | anywhere |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (Method program : MarkedClasses.methods(GROUPS, TableLoop.class)) {
            String name = program.getName().toLowerCase(Locale.ROOT);
            if (Arrays.stream(only).anyMatch(name::contains)) {
                for (int size : sizes) {
                    row(program, size);
                }
            }
        }
    }

    private void row(Method program, int size) throws ReflectiveOperationException {
        String method = program.getName();
        String name = method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1);
        TableLoop plain = (TableLoop) program.invoke(null, size);
        TableLoop stream = (TableLoop) program.invoke(null, size);
        List<Contestant> all = new ArrayList<>();
        all.add(new Contestant(null, plain.loop()));
        plain.loop().run();
        all.add(new Contestant(null, stream.stream()));
        if (stream.stream() != null) {
            stream.stream().run();
            check(plain, stream, name);
        }
        TableLoop same = (TableLoop) again.call(program, size);
        all.add(new Contestant(null, same.loop()));
        for (MarkedClasses classes : woven) {
            TableLoop other = (TableLoop) classes.call(program, size);
            ParallelLoops.use(classes.loops());
            other.loop().run();
            check(plain, other, name);
            all.add(new Contestant(classes.loops(), other.loop()));
        }
        print(name, size, contest.times(all));
        if (verbose) {
            for (MarkedClasses classes : woven) {
                LoopRun last = classes.loops().recent().getLast();
                System.out.println("  " + last + " " + last.times());
            }
            System.out.println("  " + woven.getFirst().loops().ranParallel() + " parallel");
        }
    }

    private void print(String name, int size, double[] times) {
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "| %s | %d | %.4g |", name, size, times[0] / 1e3));
        for (int c = 1; c < times.length; c++) {
            double ratio = times[0] / times[c];
            double better = times[1] == 0 ? 1 : Math.max(1, times[0] / times[1]);
            boolean slow = c >= WOVEN && ratio < 0.95 * better;
            line.append(
                    times[c] == 0
                            ? " - |"
                            : String.format(Locale.ROOT, slow ? " **%.2f** |" : " %.2f |", ratio));
            if (c > 1) {
                contest.note(COLUMNS.get(c) + ": of plain", ratio);
            }
            if (c >= WOVEN) {
                contest.note(COLUMNS.get(c) + ": of the better", ratio / better);
            }
        }
        System.out.println(line + (times.length < COLUMNS.size() ? " - |" : ""));
    }

    private static void check(TableLoop plain, TableLoop other, String name) {
        if (!Objects.deepEquals(plain.result(), other.result())) {
            throw new IllegalStateException("WRONG: other bits than plain Java: " + name);
        }
    }
}
