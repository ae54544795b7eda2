package org.anabranch.benchmarks.loops;

import org.anabranch.api.Place;
import org.anabranch.benchmarks.Spread;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.anabranch.spi.support.Arguments;

import java.lang.reflect.Method;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The table of marked loops: each as plain Java, as a parallel stream, and woven, on the host and
 * anywhere. Prints the time of plain Java, and its ratio to each of the others: above 1 is faster.
 */
public final class LoopTable {
    private static final String PACKAGE = "org.anabranch.benchmarks.loops.marked.";
    private static final List<String> GROUPS = List.of("Elementwise", "Nests", "Reductions");
    private static final long BATCH_NANOS = 2_000_000;
    private static final int ROUNDS = 11;

    private final long warmNanos;
    private final boolean verbose;
    private final boolean least;
    private final List<Loops> runners = new ArrayList<>();
    private final List<ClassLoader> loaders = new ArrayList<>();
    private final TreeMap<String, List<Double>> ratios = new TreeMap<>();

    private LoopTable(long warmNanos, boolean verbose, boolean least) {
        this.verbose = verbose;
        this.least = least;
        this.warmNanos = warmNanos;
    }

    /**
     * Prints the table.
     *
     * @param words {@code --only=TEXT} for loops whose names contain it, {@code --sizes=N,N},
     *     {@code --anywhere} for that column, {@code --warm=MILLISECONDS} for each contestant,
     *     {@code --verbose} for the last run of each loop, {@code --least} for least times instead
     *     of medians
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        Arguments options =
                new Arguments(
                        "LoopTable",
                        List.of(words),
                        Set.of("only", "sizes", "warm"),
                        Set.of("anywhere", "host", "verbose", "least"));
        String[] only = options.value("only").orElse("").toLowerCase(Locale.ROOT).split(",");
        String sizes = options.value("sizes").orElse("64,4096,1048576,16777216");
        long warm = options.number("warm", 400, 0, Integer.MAX_VALUE);
        int[] chosen = Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
        LoopTable table =
                new LoopTable(warm * 1_000_000, options.has("verbose"), options.has("least"));
        try (Anabranch anabranch = Anabranch.start()) {
            Loops host = new LiftedLoops(anabranch.platform());
            table.runner(host);
            if (options.has("anywhere")) {
                anabranch.domains("opencl", Duration.ofSeconds(30));
                table.runner(host.on(Place.anywhere()));
            }
            System.out.println("| loop | size | plain, us | stream | host | anywhere |");
            System.out.println("|---|---|---|---|---|---|");
            for (String group : GROUPS) {
                for (Method program : programs(group)) {
                    String name = program.getName().toLowerCase(Locale.ROOT);
                    boolean wanted = Arrays.stream(only).anyMatch(name::contains);
                    for (int size : wanted ? chosen : new int[0]) {
                        table.row(program, size);
                    }
                }
            }
            table.summary();
        }
    }

    /** Returns the methods that make the loops of a group, by name. */
    private static List<Method> programs(String group) throws ClassNotFoundException {
        return Arrays.stream(Class.forName(PACKAGE + group).getDeclaredMethods())
                .filter(method -> method.getReturnType() == TableLoop.class)
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /** Loads the loops again for a runner: each has sites of its own. */
    private void runner(Loops loops) throws Exception {
        URL classes = LoopTable.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader without =
                new ClassLoader(LoopTable.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve)
                            throws ClassNotFoundException {
                        if (name.startsWith(PACKAGE)) {
                            throw new ClassNotFoundException(name);
                        }
                        return super.loadClass(name, resolve);
                    }
                };
        runners.add(loops);
        loaders.add(new WeavingLoader(new URL[] {classes}, without));
    }

    private void row(Method program, int size) throws ReflectiveOperationException {
        String method = program.getName();
        String name = method.substring(0, 1).toUpperCase(Locale.ROOT) + method.substring(1);
        TableLoop plain = (TableLoop) program.invoke(null, size);
        TableLoop stream = (TableLoop) program.invoke(null, size);
        List<Runnable> all = new ArrayList<>();
        all.add(plain.loop());
        plain.loop().run();
        all.add(stream.stream());
        if (stream.stream() != null) {
            stream.stream().run();
            check(plain, stream, name);
        }
        for (int r = 0; r < runners.size(); r++) {
            Class<?> type = loaders.get(r).loadClass(program.getDeclaringClass().getName());
            TableLoop woven = (TableLoop) type.getMethod(method, int.class).invoke(null, size);
            ParallelLoops.use(runners.get(r));
            woven.loop().run();
            check(plain, woven, name);
            all.add(woven.loop());
        }
        print(name, size, times(all));
        if (verbose) {
            for (Loops runner : runners) {
                System.out.println("  " + runner.recent().getLast());
                System.out.println("  " + runner.recent().getLast().times());
            }
            System.out.println("  " + runners.getFirst().ranParallel() + " parallel");
        }
    }

    private void print(String name, int size, double[] times) {
        StringBuilder line = new StringBuilder();
        line.append(String.format(Locale.ROOT, "| %s | %d | %.4g |", name, size, times[0] / 1e3));
        for (int c = 1; c < times.length; c++) {
            double ratio = times[0] / times[c];
            boolean slow = c > 1 && (ratio < 0.95 || ratio < 0.95 * times[0] / times[1]);
            line.append(
                    times[c] == 0
                            ? " - |"
                            : String.format(Locale.ROOT, slow ? " **%.2f** |" : " %.2f |", ratio));
            if (c > 1) {
                note(c, ratio, times[1] == 0 ? 0 : times[0] / times[1]);
            }
        }
        System.out.println(line + (times.length == 3 ? " - |" : ""));
    }

    private void note(int contestant, double ratio, double stream) {
        String column = contestant == 2 ? "host" : "anywhere";
        ratios.computeIfAbsent(column + ": of plain", absent -> new ArrayList<>()).add(ratio);
        ratios.computeIfAbsent(column + ": of the better", absent -> new ArrayList<>())
                .add(ratio / Math.max(1, stream));
    }

    private void summary() {
        System.out.println();
        ratios.forEach(
                (name, all) -> {
                    Spread spread = Spread.of(all);
                    long enough = all.stream().filter(ratio -> ratio >= 0.95).count();
                    System.out.printf(
                            Locale.ROOT,
                            "%s: %d of %d at least 0.95; least %.2f, median %.2f%n",
                            name,
                            enough,
                            all.size(),
                            spread.least(),
                            spread.median());
                });
    }

    private static void check(TableLoop plain, TableLoop other, String name) {
        if (!Objects.deepEquals(plain.result(), other.result())) {
            throw new IllegalStateException("WRONG: other bits than plain Java: " + name);
        }
    }

    /** Returns the median time of each contestant, 0 for null; in turns, after a warm-up. */
    private double[] times(List<Runnable> contestants) {
        int[] calls = new int[contestants.size()];
        for (int c = 0; c < calls.length; c++) {
            calls[c] = contestants.get(c) == null ? 0 : warm(c, contestants.get(c));
        }
        double[][] times = new double[calls.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (int c = 0; c < calls.length; c++) {
                if (calls[c] > 0) {
                    times[c][round] = batch(c, contestants.get(c), calls[c]) / calls[c];
                }
            }
        }
        return Arrays.stream(times)
                .map(Spread::of)
                .mapToDouble(all -> least ? all.least() : all.median())
                .toArray();
    }

    private int warm(int c, Runnable contestant) {
        long start = System.nanoTime();
        int calls = 1;
        double least = Double.MAX_VALUE;
        for (int done = 0; done < 5 || System.nanoTime() - start < warmNanos; done++) {
            double nanos = batch(c, contestant, calls);
            least = Math.min(least, nanos / calls);
            calls = (int) Math.max(1, Math.min(1_000_000, BATCH_NANOS / Math.max(1, least)));
        }
        return calls;
    }

    private double batch(int c, Runnable contestant, int calls) {
        if (c > 1) {
            ParallelLoops.use(runners.get(c - 2));
        }
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) {
            contestant.run();
        }
        return System.nanoTime() - start;
    }
}
