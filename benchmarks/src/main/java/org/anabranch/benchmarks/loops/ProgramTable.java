package org.anabranch.benchmarks.loops;

import org.anabranch.benchmarks.loops.Contest.Contestant;
import org.anabranch.benchmarks.loops.ContestTable.Column;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.DoubleStream;

/**
 * The table of programs with marked loops: plain, the same loaded again, and woven, with the data
 * made anew each time. Each runs in turns, warmed up, and once in virtual machines of its own.
 */
final class ProgramTable {
    private static final List<String> SUITES =
            List.of(
                    "Rodinia",
                    "RodiniaGrids",
                    "SciMark",
                    "JavaGrande",
                    "JavaGrandeModels",
                    "PolyBenchProducts",
                    "PolyBenchSolvers",
                    "PolyBenchStencils");

    private final Contest contest;
    private final ContestTable table;
    private final int machines;
    private final boolean verbose;
    private final MarkedClasses plain = MarkedClasses.load(null);
    private final MarkedClasses again = MarkedClasses.load(null);
    private final List<MarkedClasses> woven;

    /**
     * Creates a table.
     *
     * @param machines the number of virtual machines in which each program runs for the first time,
     *     plain and woven; 0 for none
     */
    ProgramTable(
            Contest contest,
            ContestTable table,
            List<Loops> runners,
            int machines,
            boolean verbose) {
        this.contest = contest;
        this.table = table;
        this.machines = machines;
        this.verbose = verbose;
        this.woven = runners.stream().map(MarkedClasses::load).toList();
    }

    /** Returns the columns of a table, with those of first runs or without. */
    static List<Column> columns(boolean anywhere, boolean first) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("plain, ms", 0, false));
        columns.add(new Column("again", 0, false));
        columns.add(new Column("host", 0, true));
        if (anywhere) {
            columns.add(new Column("anywhere", 0, true));
        }
        if (first) {
            int base = columns.size();
            columns.add(new Column("first run, ms", base, false));
            columns.add(new Column("host, first run", base, true));
        }
        return columns;
    }

    /** Prints the rows of the programs whose names contain one of these texts. */
    void print(String[] only) throws Exception {
        for (Method program : MarkedClasses.methods(SUITES, Object.class)) {
            String name = program.getName().toLowerCase(Locale.ROOT);
            if (Arrays.stream(only).anyMatch(name::contains)) {
                row(program);
            }
        }
    }

    private void row(Method program) throws Exception {
        Object expected = plain.call(program);
        List<Contestant> all = new ArrayList<>();
        all.add(contestant(plain, program, expected));
        all.add(contestant(again, program, expected));
        for (MarkedClasses classes : woven) {
            all.add(contestant(classes, program, expected));
        }
        double[] times = contest.times(all);
        double[] first = machines > 0 ? first(program) : new double[0];
        table.print(
                program.getName(),
                DoubleStream.concat(Arrays.stream(times), Arrays.stream(first)).toArray());
        if (verbose) {
            woven.getFirst().loops().recent().reversed().stream()
                    .filter(run -> run.name().contains(program.getDeclaringClass().getName()))
                    .limit(12)
                    .forEach(run -> System.out.println("  " + run + " " + run.times()));
        }
    }

    private static Contestant contestant(MarkedClasses classes, Method program, Object expected) {
        AtomicReference<Object> result = new AtomicReference<>();
        Runnable check =
                () -> {
                    if (!Objects.deepEquals(expected, result.getAndSet(null))) {
                        throw new IllegalStateException("WRONG: other bits: " + program);
                    }
                };
        Runnable work = () -> result.set(classes.call(program));
        return new Contestant(classes.loops(), List.of(work), check);
    }

    /** Returns the times of first runs, plain and woven, in virtual machines of their own. */
    private double[] first(Method program) throws IOException, InterruptedException {
        double[][] times = new double[2][machines];
        List<String> hashes = new ArrayList<>();
        for (int machine = 0; machine < machines; machine++) {
            for (int c = 0; c < 2; c++) {
                String how = c == 0 ? "plain" : "woven";
                List<String> words = List.of(program.getName(), how);
                String[] printed =
                        VirtualMachine.run(ProgramTable.class, words).getLast().split(" ");
                times[c][machine] = Long.parseLong(printed[0]);
                hashes.add(printed[1]);
            }
        }
        if (hashes.stream().distinct().count() > 1) {
            throw new IllegalStateException("WRONG: other bits at first: " + program + hashes);
        }
        return contest.typical(times);
    }

    /**
     * Runs one program once, with its classes loaded for it; prints nanoseconds and a hash.
     *
     * @param words the program, and "plain" or "woven"
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        Method program =
                MarkedClasses.methods(SUITES, Object.class).stream()
                        .filter(method -> method.getName().equals(words[0]))
                        .findFirst()
                        .orElseThrow();
        if (words[1].equals("plain")) {
            run(program, null);
            return;
        }
        try (Anabranch anabranch = Anabranch.start()) {
            Loops loops = new LiftedLoops(anabranch.platform());
            ParallelLoops.use(loops);
            run(program, loops);
            if (words.length > 2) {
                loops.recent().forEach(run -> System.err.println(run + " " + run.times()));
            }
        }
    }

    private static void run(Method program, Loops loops) {
        long start = System.nanoTime();
        Object result = MarkedClasses.load(loops).call(program);
        long nanos = System.nanoTime() - start;
        System.out.println(nanos + " " + Arrays.deepHashCode(new Object[] {result}));
    }
}
