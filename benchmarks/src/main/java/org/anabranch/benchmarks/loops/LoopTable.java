package org.anabranch.benchmarks.loops;

import org.anabranch.api.Place;
import org.anabranch.launch.Anabranch;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;

import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

    /** A contestant: nanoseconds of a batch of calls. */
    private interface Contestant {
        void call();
    }

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
        String only = option(words, "--only=", "").toLowerCase(Locale.ROOT);
        String sizes = option(words, "--sizes=", "64,4096,1048576,16777216");
        long warm = Long.parseLong(option(words, "--warm=", "400"));
        int[] chosen = Arrays.stream(sizes.split(",")).mapToInt(Integer::parseInt).toArray();
        LoopTable table =
                new LoopTable(warm * 1_000_000, has(words, "--verbose"), has(words, "--least"));
        try (Anabranch anabranch = Anabranch.start()) {
            Loops host = new LiftedLoops(anabranch.platform());
            table.runner(host);
            if (has(words, "--anywhere")) {
                Devices.first(anabranch.platform());
                table.runner(host.on(Place.anywhere()));
            }
            System.out.println("| loop | size | plain, us | stream | host | anywhere |");
            System.out.println("|---|---|---|---|---|---|");
            for (String group : GROUPS) {
                for (Class<?> type : Class.forName(PACKAGE + group).getDeclaredClasses()) {
                    boolean wanted =
                            Arrays.stream(only.split(","))
                                    .anyMatch(
                                            type.getSimpleName().toLowerCase(Locale.ROOT)
                                                    ::contains);
                    for (int size : wanted ? chosen : new int[0]) {
                        table.row(type, size);
                    }
                }
            }
            table.summary();
        }
    }

    private static boolean has(String[] words, String word) {
        return List.of(words).contains(word);
    }

    private static String option(String[] words, String name, String otherwise) {
        return Arrays.stream(words)
                .filter(word -> word.startsWith(name))
                .map(word -> word.substring(name.length()))
                .findFirst()
                .orElse(otherwise);
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

    private static TableLoop made(Class<?> type, int size) throws Exception {
        TableLoop loop = (TableLoop) type.getDeclaredConstructor().newInstance();
        loop.prepare(size);
        return loop;
    }

    private void row(Class<?> type, int size) throws Exception {
        TableLoop plain = made(type, size);
        TableLoop stream = made(type, size);
        List<Contestant> all = new ArrayList<>();
        all.add(plain::loop);
        plain.loop();
        boolean streams = stream.stream();
        check(plain, stream, streams, type);
        all.add(streams ? stream::stream : null);
        for (int r = 0; r < runners.size(); r++) {
            TableLoop woven = made(loaders.get(r).loadClass(type.getName()), size);
            Loops runner = runners.get(r);
            ParallelLoops.use(runner);
            woven.loop();
            check(plain, woven, true, type);
            all.add(woven::loop);
        }
        print(type, size, times(all));
        if (verbose) {
            for (Loops runner : runners) {
                System.out.println("  " + runner.recent().getLast());
                System.out.println("  " + runner.recent().getLast().times());
            }
            System.out.println("  " + runners.getFirst().ranParallel() + " parallel");
        }
    }

    private void print(Class<?> type, int size, double[] times) {
        StringBuilder line = new StringBuilder();
        line.append(
                String.format(
                        Locale.ROOT,
                        "| %s | %d | %.4g |",
                        type.getSimpleName(),
                        size,
                        times[0] / 1e3));
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
                    double[] sorted =
                            all.stream().mapToDouble(Double::doubleValue).sorted().toArray();
                    long enough = all.stream().filter(ratio -> ratio >= 0.95).count();
                    System.out.printf(
                            Locale.ROOT,
                            "%s: %d of %d at least 0.95; least %.2f, median %.2f%n",
                            name,
                            enough,
                            all.size(),
                            sorted[0],
                            sorted[sorted.length / 2]);
                });
    }

    private static void check(TableLoop plain, TableLoop other, boolean ran, Class<?> type) {
        Object expected = plain.result();
        Object found = other.result();
        if (ran && !Arrays.deepEquals(new Object[] {expected}, new Object[] {found})) {
            throw new IllegalStateException("WRONG: other bits than plain Java: " + type);
        }
    }

    /** Returns the median time of each contestant, 0 for null; in turns, after a warm-up. */
    private double[] times(List<Contestant> contestants) {
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
                .mapToDouble(all -> least ? Arrays.stream(all).min().orElse(0) : median(all))
                .toArray();
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private int warm(int c, Contestant contestant) {
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

    private double batch(int c, Contestant contestant, int calls) {
        if (c > 1) {
            ParallelLoops.use(runners.get(c - 2));
        }
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) {
            contestant.call();
        }
        return System.nanoTime() - start;
    }
}
