package org.anabranch.benchmarks.dense;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.benchmarks.Spread;
import org.anabranch.dense.Arithmetics;
import org.anabranch.dense.Layout;
import org.anabranch.dense.factor.Cholesky;
import org.anabranch.dense.factor.ColumnBlocks;
import org.anabranch.dense.factor.LuFactorization;
import org.anabranch.dense.factor.MatrixMultiplication;
import org.anabranch.dense.factor.PanelPartition;
import org.anabranch.dense.factor.QrFactorization;
import org.anabranch.dense.factor.Steps;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The comparison of two workers of this library with OpenBLAS on two threads, in turns, in one
 * process: {@code FOLDER ROUNDS cholesky|product|lu|qr N}. Prints a row of a table for the first
 * turn of the process, and one for the turns after a warm-up. A turn, except the first, in which
 * other processes used 5 % of the processors is repeated up to three times. With 0 rounds the
 * number is chosen so that ours take ten seconds, within 9 to 41.
 */
record DenseContest(Peer peer, Platform platform, int rounds) {
    private static final int WORKERS = 2;
    private static final int PANEL = 256;
    private static final int TRIES = 3;
    private static final int LEAST_ROUNDS = 9;
    private static final int MOST_ROUNDS = 41;
    private static final double ENOUGH_SECONDS = 10;
    private static final long WARM_UP_NANOS = 8_000_000_000L;
    private static final int REST_MILLIS = 100;

    /** The measurements: GFLOP/s, and the ratio of ours to theirs. */
    private static final class Turns {
        final List<Double> theirs = new ArrayList<>();
        final List<Double> ours = new ArrayList<>();
        final List<Double> ratios = new ArrayList<>();
    }

    /** A timed operation. */
    private interface Turn {
        void run() throws InterruptedException;
    }

    /** The two contestants, which start from the same matrices. */
    private record Pair(Turn restore, Turn theirs, Turn ours, Turn compare) {}

    /**
     * Runs the comparison.
     *
     * @param arguments folder of OpenBLAS, rounds, operation, and size
     * @throws InterruptedException if interrupted
     */
    public static void main(String... arguments) throws InterruptedException {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(WORKERS))) {
            DenseContest contest =
                    new DenseContest(
                            new Peer(Path.of(arguments[0])),
                            engine.platform("contest"),
                            Integer.parseInt(arguments[1]));
            int n = Integer.parseInt(arguments[3]);
            switch (arguments[2]) {
                case "cholesky" -> contest.cholesky(n);
                case "lu" -> contest.factors("LU ", n, 2.0 / 3);
                case "qr" -> contest.factors("QR ", n, 4.0 / 3);
                default -> contest.product(n);
            }
        }
    }

    private void cholesky(int n) throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                Buffer ours = platform.buffer(JAVA_DOUBLE, n, n)) {
            MemorySegment given = matrix(arena, n, true);
            MemorySegment theirs = arena.allocate(given.byteSize(), 128);
            PanelPartition parts = PanelPartition.shrinking(n);
            Pair pair =
                    new Pair(
                            () -> {
                                theirs.copyFrom(given);
                                ours.write().copyFrom(given);
                            },
                            () -> peer.potrf(theirs, n),
                            () -> factor(ours, parts),
                            () -> requireEqual(theirs, ours.read(), n, true));
            measure("Cholesky " + n, (double) n * n * n / 3, pair);
        }
    }

    private void factor(Buffer a, PanelPartition parts) {
        try (Stream stream = platform.host().stream()) {
            Cholesky.factor(stream, a, Layout.COLUMNS, parts, Steps.UNSEEN);
        }
    }

    private void product(int n) throws InterruptedException {
        try (Arena arena = Arena.ofShared();
                Buffer a = platform.buffer(JAVA_DOUBLE, n, n);
                Buffer b = platform.buffer(JAVA_DOUBLE, n, n);
                Buffer c = platform.buffer(JAVA_DOUBLE, n, n)) {
            MemorySegment given = matrix(arena, n, false);
            MemorySegment theirs = arena.allocate(given.byteSize(), 128);
            a.write().copyFrom(given);
            b.write().copyFrom(given);
            MatrixMultiplication product = MatrixMultiplication.of(n, n, n, WORKERS);
            Pair pair =
                    new Pair(
                            () -> {
                                theirs.fill((byte) 0);
                                c.write().fill((byte) 0);
                            },
                            () -> peer.gemm(given, given, theirs, n),
                            () -> {
                                try (Stream stream = platform.host().stream()) {
                                    product.enqueue(stream, a, b, c);
                                    stream.await();
                                }
                            },
                            () -> requireEqual(theirs, c.read(), n, false));
            measure("product " + n, 2.0 * n * n * n, pair);
        }
    }

    /**
     * Compares LU with row interchanges, or QR, of a random matrix, whose factors are nearly
     * unique.
     */
    private void factors(String what, int n, double flops) throws InterruptedException {
        boolean triangles = what.startsWith("LU");
        try (Arena arena = Arena.ofShared();
                Buffer ours = platform.buffer(JAVA_DOUBLE, n, n)) {
            MemorySegment given = matrix(arena, n, false);
            MemorySegment theirs = arena.allocate(given.byteSize(), 128);
            MemorySegment beside = arena.allocate((long) n * Double.BYTES, 128);
            ColumnBlocks blocks = new ColumnBlocks(ours, Math.min(n, PANEL));
            Pair pair =
                    new Pair(
                            () -> {
                                theirs.copyFrom(given);
                                ours.write().copyFrom(given);
                            },
                            () -> {
                                if (triangles) {
                                    peer.getrf(theirs, beside, n);
                                } else {
                                    peer.geqrf(theirs, beside, n);
                                }
                            },
                            () -> factor(blocks, triangles),
                            () -> requireEqual(theirs, ours.read(), n, false));
            measure(what + n, flops * n * n * n, pair);
        }
    }

    private void factor(ColumnBlocks blocks, boolean triangles) {
        List<Domain> host = List.of(platform.host());
        if (triangles) {
            LuFactorization.of(platform, host, blocks, Steps.UNSEEN).close();
        } else {
            QrFactorization.of(platform, host, blocks, Steps.UNSEEN).close();
        }
    }

    private static MemorySegment matrix(Arena arena, int n, boolean definite) {
        MemorySegment matrix = arena.allocate((long) n * n * Double.BYTES, 128);
        SplittableRandom random = new SplittableRandom(n);
        for (long i = 0; i < (long) n * n; i++) {
            boolean diagonal = definite && i % (n + 1L) == 0;
            matrix.setAtIndex(JAVA_DOUBLE, i, diagonal ? n : random.nextDouble() - 0.5);
        }
        return matrix;
    }

    private static void requireEqual(MemorySegment a, MemorySegment b, int n, boolean lower) {
        for (int j = 0; j < n; j += 1 + n / 50) {
            for (int i = lower ? j : 0; i < n; i++) {
                long at = (long) j * n + i;
                double difference = a.getAtIndex(JAVA_DOUBLE, at) - b.getAtIndex(JAVA_DOUBLE, at);
                if (!(Math.abs(difference) < 1e-9)) {
                    throw new IllegalStateException("they differ by " + difference + " at " + at);
                }
            }
        }
    }

    private void measure(String what, double flops, Pair pair) throws InterruptedException {
        Turns first = new Turns();
        turn(flops, pair, first, true);
        print(what + ", first run of the process", first, 1);
        warmUp(pair);
        Turns turns = new Turns();
        int wanted = rounds > 0 ? rounds : enough(flops / first.ours.getFirst() / 1e9);
        int tries = 0;
        for (; tries < TRIES * wanted && turns.ratios.size() < wanted; tries++) {
            turn(flops, pair, turns, false);
        }
        print(what, turns, tries);
    }

    /** Returns the number of turns of this length at which a single disturbance does not matter. */
    private static int enough(double seconds) {
        return Math.clamp((int) (ENOUGH_SECONDS / seconds), LEAST_ROUNDS, MOST_ROUNDS);
    }

    private void turn(double flops, Pair pair, Turns turns, boolean anyway)
            throws InterruptedException {
        pair.restore.run();
        double their = speed(flops, WORKERS, pair.theirs);
        double our = speed(flops, 1, pair.ours);
        pair.compare.run();
        if (anyway || their > 0 && our > 0) {
            turns.theirs.add(Math.abs(their));
            turns.ours.add(Math.abs(our));
            turns.ratios.add(Math.abs(our / their));
        }
    }

    /** Runs turns until the JIT compiler has compiled the hot code; the peer is precompiled. */
    private void warmUp(Pair pair) throws InterruptedException {
        peer.threads(1);
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) {
            pair.restore.run();
            pair.ours.run();
        }
    }

    private static void print(String what, Turns turns, int tries) {
        String row =
                turns.ratios.isEmpty()
                        ? "| %s | %s | never undisturbed in %d rounds ||||"
                                .formatted(what, Arithmetics.describe(), tries)
                        : String.format(
                                Locale.ROOT,
                                "| %s | %s | %.1f | %.1f | %s | %d of %d |",
                                what,
                                Arithmetics.describe(),
                                Spread.of(turns.theirs).median(),
                                Spread.of(turns.ours).median(),
                                Spread.of(turns.ratios),
                                turns.ratios.size(),
                                tries);
        System.out.println(row);
    }

    /** Returns GFLOP/s; negative if other processes were busy. */
    private double speed(double flops, int threads, Turn turn) throws InterruptedException {
        peer.threads(threads);
        Thread.sleep(REST_MILLIS); // its threads spin for a while
        Processors before = Processors.now();
        long start = System.nanoTime();
        turn.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean disturbed = before.othersUntilNow(seconds) > 0.05;
        return flops / seconds / 1e9 * (disturbed ? -1 : 1);
    }
}
