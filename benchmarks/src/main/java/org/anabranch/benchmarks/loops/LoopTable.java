package org.anabranch.benchmarks.loops;

import org.anabranch.api.Place;
import org.anabranch.benchmarks.loops.Contest.Contestant;
import org.anabranch.benchmarks.loops.ContestTable.Column;
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
import java.util.stream.Stream;

/**
 * The table of marked loops: each as plain Java, as a parallel stream, as the same plain Java
 * loaded again, and woven, on the host and anywhere. What the same code again takes is chance.
 */
public final class LoopTable {
    private static final List<String> GROUPS = List.of("Elementwise", "Nests", "Reductions");
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("plain, us", 0, false),
                    new Column("stream", 0, false),
                    new Column("again", 0, false),
                    new Column("host", 0, true),
                    new Column("anywhere", 0, true));

    /** The number of copies of small data, and up to which size they are small. */
    private static final int COPIES = 11;

    private static final int SMALL = 1 << 16;

    private final Contest contest;
    private final ContestTable table;
    private final boolean verbose;
    private final MarkedClasses plain = MarkedClasses.load(null);
    private final MarkedClasses again = MarkedClasses.load(null);
    private final List<MarkedClasses> woven;

    private LoopTable(Contest contest, ContestTable table, List<Loops> runners, boolean verbose) {
        this.contest = contest;
        this.table = table;
        this.verbose = verbose;
        this.woven = runners.stream().map(MarkedClasses::load).toList();
    }

    /**
     * Prints the table.
     *
     * @param words {@code --only=TEXT} for loops whose names contain it, {@code --sizes=N,N},
     *     {@code --anywhere} for that column, {@code --warm=MILLISECONDS} for each contestant,
     *     {@code --machines=N} for medians of so many virtual machines, {@code --verbose} for the
     *     last run of each loop, {@code --least} for least times instead of medians, {@code
     *     --programs} for the table of programs instead, {@code --first=N} for first runs in so
     *     many virtual machines, {@code --raw} for nanoseconds alone
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        Arguments options =
                new Arguments(
                        "LoopTable",
                        List.of(words),
                        Set.of("only", "sizes", "warm", "first", "machines"),
                        Set.of("anywhere", "host", "verbose", "least", "programs", "raw"));
        int machines = (int) options.number("machines", 1, 1, 99);
        ContestTable table = table(options);
        if (machines == 1) {
            measure(options, table);
        } else {
            List<String> each = new ArrayList<>(List.of(words));
            each.removeIf(word -> word.startsWith("--machines"));
            each.add("--raw");
            table.repeat(machines, LoopTable.class, each);
        }
        if (!options.has("raw")) {
            table.printSummary();
        }
    }

    private static ContestTable table(Arguments options) {
        boolean programs = options.has("programs");
        boolean anywhere = options.has("anywhere");
        List<Column> columns =
                programs
                        ? ProgramTable.columns(anywhere, options.number("first", 1, 0, 100) > 0)
                        : COLUMNS.subList(0, anywhere ? COLUMNS.size() : COLUMNS.size() - 1);
        return new ContestTable(
                programs ? "program" : "loop | size",
                programs ? 1e6 : 1e3,
                columns,
                options.has("raw"));
    }

    private static void measure(Arguments options, ContestTable table) throws Exception {
        String[] only = options.value("only").orElse("").toLowerCase(Locale.ROOT).split(",");
        long warm = options.number("warm", 400, 0, Integer.MAX_VALUE) * 1_000_000;
        Contest contest = new Contest(warm, options.has("least"));
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
                int first = (int) options.number("first", 1, 0, 100);
                new ProgramTable(contest, table, runners, first, verbose).print(only);
            } else {
                String sizes = options.value("sizes").orElse("64,4096,1048576,16777216");
                int[] chosen =
                        Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
                new LoopTable(contest, table, runners, verbose).print(only, chosen);
            }
        }
    }

    private void print(String[] only, int[] sizes) throws ReflectiveOperationException {
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
        TableLoop expected = (TableLoop) program.invoke(null, size);
        expected.loop().run();
        List<TableLoop> streams = copies(program, size, plain);
        if (streams.getFirst().stream() == null) {
            streams = List.of();
        } else {
            streams.getFirst().stream().run();
            check(expected, streams.getFirst(), name);
        }
        List<Contestant> all = new ArrayList<>();
        all.add(contestant(null, copies(program, size, plain)));
        all.add(new Contestant(null, streams.stream().map(TableLoop::stream).toList()));
        all.add(contestant(null, copies(program, size, again)));
        for (MarkedClasses classes : woven) {
            List<TableLoop> copies = copies(program, size, classes);
            ParallelLoops.use(classes.loops());
            copies.getFirst().loop().run();
            check(expected, copies.getFirst(), name);
            all.add(contestant(classes.loops(), copies));
        }
        table.print(name + " | " + size, contest.times(all));
        if (verbose) {
            for (MarkedClasses classes : woven) {
                LoopRun last = classes.loops().recent().getLast();
                System.out.println("  " + last + " " + last.times());
            }
            System.out.println("  " + woven.getFirst().loops().ranParallel() + " parallel");
        }
    }

    private static Contestant contestant(Loops loops, List<TableLoop> copies) {
        return new Contestant(loops, copies.stream().map(TableLoop::loop).toList());
    }

    /** Returns a loop with its data, several times if that is small: its place has an influence. */
    private static List<TableLoop> copies(Method program, int size, MarkedClasses classes) {
        int copies = size <= SMALL ? COPIES : 1;
        return Stream.generate(() -> (TableLoop) classes.call(program, size))
                .limit(copies)
                .toList();
    }

    private static void check(TableLoop plain, TableLoop other, String name) {
        if (!Objects.deepEquals(plain.result(), other.result())) {
            throw new IllegalStateException("WRONG: other bits than plain Java: " + name);
        }
    }
}
