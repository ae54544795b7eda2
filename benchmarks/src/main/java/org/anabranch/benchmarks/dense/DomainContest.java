package org.anabranch.benchmarks.dense;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Domain;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.benchmarks.Spread;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.file.MatrixWriter;
import org.anabranch.examples.cholesky.CholeskyFactorization;
import org.anabranch.examples.factor.LuDecomposition;
import org.anabranch.examples.factor.QrDecomposition;
import org.anabranch.examples.product.MatrixProduct;
import org.anabranch.launch.Anabranch;

import java.io.PrintWriter;
import java.io.Writer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The comparison of the dense jobs on the host, on an OpenCL device, and on both, in turns, in one
 * process: {@code FOLDER ROUNDS cholesky|matmul|lu|qr N}; the folder is for the matrix. Prints a
 * table row for the first turn, which builds programs and loads classes, and one for the later
 * turns. With 0 rounds the number is chosen so that they take fifteen seconds, within 9 to 41. Both
 * together are compared with the faster one of the same turn.
 */
record DomainContest(
        Platform platform, Job job, List<String> arguments, Map<String, List<Domain>> sets) {
    private static final Map<String, Job> JOBS =
            Map.of(
                    "cholesky", new CholeskyFactorization(),
                    "matmul", new MatrixProduct(),
                    "lu", new LuDecomposition(),
                    "qr", new QrDecomposition());
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int WARM_UPS = 2;
    private static final int LEAST_ROUNDS = 9;
    private static final int MOST_ROUNDS = 41;
    private static final double ENOUGH_SECONDS = 15;
    private static final String NOTHING = "\u2013";

    /**
     * Runs the comparison.
     *
     * @param words folder, rounds, job, and size
     * @throws Exception if a job fails or its result is wrong
     */
    public static void main(String... words) throws Exception {
        int rounds = Integer.parseInt(words[1]);
        String name = words[2];
        int n = Integer.parseInt(words[3]);
        List<String> arguments =
                switch (name) {
                    case "cholesky" -> List.of(definite(Path.of(words[0]), n));
                    case "matmul" -> List.of(words[3]);
                    default -> List.of("--rows", words[3]);
                };
        try (Anabranch anabranch = Anabranch.start()) {
            Platform platform = anabranch.platform();
            List<Domain> device = anabranch.domains("opencl", PATIENCE).subList(0, 1);
            Map<String, List<Domain>> sets = new LinkedHashMap<>();
            sets.put("host", List.of(platform.host()));
            if (!name.equals("qr")) { // which has no OpenCL code
                sets.put("opencl", device);
            }
            sets.put("host,opencl", List.of(platform.host(), device.getFirst()));
            DomainContest contest = new DomainContest(platform, JOBS.get(name), arguments, sets);
            contest.print(name + " " + n + ", first run of the process", contest.turns(1));
            contest.turns(WARM_UPS);
            contest.print(name + " " + n, contest.turns(rounds > 0 ? rounds : contest.enough()));
        }
    }

    /** Writes a file with a symmetric positive definite matrix. */
    private static String definite(Path folder, int n) {
        Path file = folder.resolve("definite-" + n + ".npy");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment matrix = arena.allocate(JAVA_DOUBLE, (long) n * n);
            SplittableRandom random = new SplittableRandom(n);
            for (long i = 0; i < n; i++) {
                for (long j = 0; j < i; j++) {
                    double element = random.nextDouble() - 0.5;
                    matrix.setAtIndex(JAVA_DOUBLE, i * n + j, element);
                    matrix.setAtIndex(JAVA_DOUBLE, j * n + i, element);
                }
                matrix.setAtIndex(JAVA_DOUBLE, i * n + i, n);
            }
            MatrixWriter.to(file.toString()).write(matrix, n, n);
        }
        return file.toString();
    }

    /**
     * Returns the number of turns that take long enough, including checks of the results: short
     * ones vary widely.
     */
    private int enough() throws Exception {
        long start = System.nanoTime();
        turns(1);
        double seconds = (System.nanoTime() - start) / 1e9;
        return Math.clamp((int) (ENOUGH_SECONDS / seconds), LEAST_ROUNDS, MOST_ROUNDS);
    }

    /** Returns the GFLOP/s of each set of domains in each turn. */
    private Map<String, List<Double>> turns(int count) throws Exception {
        Map<String, List<Double>> speeds = new LinkedHashMap<>();
        for (int turn = 0; turn < count; turn++) {
            for (Map.Entry<String, List<Domain>> set : sets.entrySet()) {
                Job.Report report =
                        job.run(
                                platform,
                                set.getValue(),
                                arguments,
                                new PrintWriter(Writer.nullWriter()));
                if (!report.verified()) {
                    throw new IllegalStateException(set.getKey() + ": " + report.verification());
                }
                speeds.computeIfAbsent(set.getKey(), key -> new ArrayList<>())
                        .add(report.flops() / report.seconds() / 1e9);
            }
        }
        return speeds;
    }

    private void print(String what, Map<String, List<Double>> speeds) {
        List<Double> host = speeds.get("host");
        List<Double> device = speeds.get("opencl");
        List<Double> both = speeds.get("host,opencl");
        List<Double> toHost = new ArrayList<>();
        List<Double> toBetter = new ArrayList<>();
        for (int turn = 0; turn < host.size(); turn++) {
            double better = host.get(turn);
            if (device != null) {
                toHost.add(device.get(turn) / host.get(turn));
                better = Math.max(better, device.get(turn));
            }
            toBetter.add(both.get(turn) / better);
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.1f | %s | %s | %.1f | %s |%n",
                what,
                Arithmetics.describe(),
                Spread.of(host).median(),
                device == null
                        ? NOTHING
                        : String.format(Locale.ROOT, "%.1f", Spread.of(device).median()),
                device == null ? NOTHING : Spread.of(toHost),
                Spread.of(both).median(),
                Spread.of(toBetter));
    }
}
