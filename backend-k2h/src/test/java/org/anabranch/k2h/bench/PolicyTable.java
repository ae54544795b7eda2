package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.policy.HybridPolicy.Kind;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Policies on programs that neither was made on: our policy beside the paper's and beside the ARM
 * cores alone, on 4 to 12 workers. Trees, sizes and seeds are not those that ours was tuned with.
 */
public final class PolicyTable {
    /** The first of the seeds that nothing was chosen with. */
    private static final long HELD_OUT = 301;

    private static final int SEEDS = 10;

    /** Runs of short programs scatter: which subtree crosses decides. */
    private static final int SEEDS_OF_FIB = 40;

    /** Of the seeds that our policy was tuned with, 11 to 60, the first. */
    private static final List<Long> TUNING = LongStream.range(11, 21).boxed().toList();

    private static final List<String> CHEAP =
            List.of(
                    "tree search, 7.2 us",
                    "fib 27, cutoff 12",
                    "fib 27, cutoff 16",
                    "NBody 2048",
                    "Matmul 256",
                    "triangular loop");

    private static final int LEAST_WORKERS = 4;
    private static final int MOST_WORKERS = 12;

    private PolicyTable() {}

    /**
     * The results of a program.
     *
     * @param name of the program
     * @param arms speedup of the four ARM cores alone
     * @param paper speedups by workers under the paper's policy
     * @param ours speedups by workers under ours
     */
    public record Row(
            String name,
            Measurement arms,
            Map<Integer, Measurement> paper,
            Map<Integer, Measurement> ours) {

        /** {@return ours over the better of the others, where it is least} */
        public double leastRatio() {
            return ours.keySet().stream().mapToDouble(this::ratio).min().orElseThrow();
        }

        /** {@return ours over the better of the others} */
        public double ratio(int workers) {
            return ours.get(workers).mean() / Math.max(arms.mean(), paper.get(workers).mean());
        }

        /**
         * {@return what the least welcome of the DSPs brings: speedup with it over that without}
         */
        public double leastStep() {
            double least = Double.MAX_VALUE;
            double before = arms.mean();
            for (Measurement now : ours.values()) {
                least = Math.min(least, now.mean() / before);
                before = now.mean();
            }
            return least;
        }
    }

    /**
     * Prints the table.
     *
     * @param arguments the first seed, or {@code tuning} for the programs and the seeds that ours
     *     was tuned with; then words that names of programs contain, all by default
     */
    public static void main(String[] arguments) {
        String from = arguments.length == 0 ? Long.toString(HELD_OUT) : arguments[0];
        boolean tuning = from.equals("tuning");
        String[] words =
                Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length);
        System.out.print(
                "| program | 4 ARM | paper, 12 | ours, 12 | ours / better, 12 | least, 5 to 12 |"
                        + " least step |\n|---|---|---|---|---|---|---|\n");
        (tuning ? tuning() : programs())
                .forEach(
                        (name, program) -> {
                            if (words.length == 0 || matches(name, words)) {
                                List<Long> seeds = tuning ? TUNING : seeds(name, from);
                                System.out.print(line(row(name, program, seeds, 1)));
                            }
                        });
    }

    private static List<Long> seeds(String name, String from) {
        return seeds(Long.parseLong(from), name.startsWith("fib") ? SEEDS_OF_FIB : SEEDS);
    }

    private static List<Long> seeds(long first, int count) {
        return LongStream.range(first, first + count).boxed().toList();
    }

    /** {@return all programs on all numbers of workers, with all seeds} */
    public static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        String from = Long.toString(HELD_OUT);
        programs().forEach((name, program) -> rows.add(row(name, program, seeds(name, from), 1)));
        return rows;
    }

    /** {@return the cheap ones on 5, 8, 11 and 12 workers, with few seeds} */
    public static List<Row> few() {
        List<Row> rows = new ArrayList<>();
        for (String name : CHEAP) {
            rows.add(row(name, programs().get(name), seeds(HELD_OUT, 3), 3));
        }
        return rows;
    }

    private static boolean matches(String name, String... words) {
        for (String word : words) {
            if (name.contains(word)) {
                return true;
            }
        }
        return false;
    }

    private static String line(Row row) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f | %.2f | %.2f |%n",
                row.name,
                row.arms,
                row.paper.get(MOST_WORKERS),
                row.ours.get(MOST_WORKERS),
                row.ratio(MOST_WORKERS),
                row.leastRatio(),
                row.leastStep());
    }

    /** {@return the programs that our policy was tuned with, by name} */
    private static Map<String, Supplier<Program.Run>> tuning() {
        Map<String, Supplier<Program.Run>> programs = new LinkedHashMap<>();
        programs.put("tree 1, 2.9 us", () -> new Uts(1, 6000, 2000));
        programs.put("tree 2, 7.2 us", () -> new Uts(2, 6000, 5000));
        programs.put("addition, 1 M", () -> new Addition(1 << 20, 1024));
        programs.put("addition, 512 K", () -> new Addition(1 << 19, 1024));
        programs.put("fib 26, cutoff 12", () -> new Fib(26, 12));
        programs.put("fib 25, cutoff 11", () -> new Fib(25, 11));
        programs.put("fib 26, cutoff 15", () -> new Fib(26, 15));
        programs.put("Series 256", () -> new Series(256));
        programs.put("NBody 1024", () -> new NBody(1024, 8));
        programs.put("NBody 1536", () -> new NBody(1536, 8));
        programs.put("Matmul 256", () -> new Matmul(256, 32));
        programs.put("Matmul 512", () -> new Matmul(512, 32));
        programs.put("triangular loop", () -> new ShortLoops(1, 500, 8_000, true));
        programs.put("30 short loops", () -> new ShortLoops(30, 80, 9_000, false));
        return programs;
    }

    /** {@return the programs by name} */
    public static Map<String, Supplier<Program.Run>> programs() {
        Map<String, Supplier<Program.Run>> programs = new LinkedHashMap<>();
        programs.put("tree search, 2.9 us", () -> new Uts(7, 12_000, 2000));
        programs.put("tree search, 7.2 us", () -> new Uts(8, 12_000, 5000));
        programs.put("tree search, 14.3 us", () -> new Uts(9, 12_000, 10_000));
        programs.put("addition, 1 M", () -> new Addition(1 << 20, 1024));
        programs.put("fib 27, cutoff 12", () -> new Fib(27, 12));
        programs.put("fib 27, cutoff 16", () -> new Fib(27, 16));
        programs.put("Series 512", () -> new Series(512));
        programs.put("NBody 2048", () -> new NBody(2048, 8));
        programs.put("Matmul 256", () -> new Matmul(256, 32));
        programs.put("Matmul 512", () -> new Matmul(512, 32));
        programs.put("Matmul 1024", () -> new Matmul(1024, 32));
        programs.put("triangular loop", () -> new ShortLoops(1, 768, 10_000, true));
        programs.put("40 short loops", () -> new ShortLoops(40, 96, 7_000, false));
        return programs;
    }

    /**
     * Runs a program.
     *
     * @param program makes it
     * @param seeds one run each
     * @param step from one number of DSPs to the next
     */
    static Row row(String name, Supplier<Program.Run> program, List<Long> seeds, int step) {
        Simulation simulation = new Simulation(program, Board.K2H.prices(), seeds);
        double serial = simulation.serialNanos();
        Measurement arms = speedup(simulation, serial, RuntimeOptions.hybrid(LEAST_WORKERS));
        Map<Integer, Measurement> paper = new LinkedHashMap<>();
        Map<Integer, Measurement> ours = new LinkedHashMap<>();
        List<Integer> workers = new ArrayList<>();
        for (int count = LEAST_WORKERS + 1; count < MOST_WORKERS; count += step) {
            workers.add(count);
        }
        workers.add(MOST_WORKERS);
        for (int count : workers) {
            RuntimeOptions options = RuntimeOptions.hybrid(count);
            paper.put(count, speedup(simulation, serial, options.with(Kind.PAPER)));
            ours.put(count, speedup(simulation, serial, options.with(Kind.COST_AWARE)));
        }
        return new Row(name, arms, paper, ours);
    }

    /** {@return a small tree search, for tests that repeat it} */
    public static RunReport smallTree(RuntimeOptions options, long seed) {
        return new Simulation(() -> new Uts(3, 400, 2000), Board.K2H.prices(), List.of(seed))
                .run(options, seed);
    }

    private static Measurement speedup(
            Simulation simulation, double serial, RuntimeOptions options) {
        return Measurement.of(simulation.runs(options), run -> serial / run.nanos());
    }
}
