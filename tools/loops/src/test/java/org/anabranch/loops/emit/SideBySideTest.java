package org.anabranch.loops.emit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.lift.BodyResolver;
import org.anabranch.loops.lift.Lifter;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Iterations side by side: how many, and Java's bits for what they do. */
class SideBySideTest {
    /** Neither is a multiple of the lanes or of the iterations side by side. */
    private static final int N = 43;

    private static final int M = 37;

    /** A loop on fresh data. */
    private record Case(IntBody body, Supplier<double[]> result) {}

    private static double[] doubles(int length, long seed) {
        return new SplittableRandom(seed).doubles(length, -1, 1).toArray();
    }

    private static float[] floats(int length, long seed) {
        double[] doubles = doubles(length, seed);
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = (float) doubles[i];
        }
        return floats;
    }

    private static double[] widened(float[] floats) {
        double[] doubles = new double[floats.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = floats[i];
        }
        return doubles;
    }

    private static Case product() {
        float[] a = floats(N * M, 1);
        float[] b = floats(M * N, 2);
        float[] c = new float[N * N];
        IntBody body =
                i -> {
                    for (int j = 0; j < N; j++) {
                        float sum = 0;
                        for (int k = 0; k < M; k++) {
                            sum += a[i * M + k] * b[k * N + j];
                        }
                        c[i * N + j] = sum;
                    }
                };
        return new Case(body, () -> widened(c));
    }

    /** Rows of arrays of arrays, and a number that each iteration makes before its loop. */
    private static Case rows() {
        double[][] a = new double[N][];
        double[][] b = new double[M][];
        double[] c = new double[N * N];
        for (int i = 0; i < N; i++) {
            a[i] = doubles(M, i);
        }
        for (int k = 0; k < M; k++) {
            b[k] = doubles(N, 100 + k);
        }
        IntBody body =
                i -> {
                    double scale = a[i][0] * i;
                    for (int j = 0; j < N; j++) {
                        double sum = scale;
                        for (int k = 0; k < M; k++) {
                            sum -= a[i][k] * b[k][j];
                        }
                        c[i * N + j] = sum;
                    }
                };
        return new Case(body, () -> c);
    }

    /** Two results of each iteration, and choices that are the same for all of them. */
    private static Case twoSums() {
        double[] a = doubles(N * M, 3);
        double[] b = doubles(M * N, 4);
        double[] c = new double[2 * N * N];
        IntBody body =
                i -> {
                    for (int j = 0; j < N; j++) {
                        double sum = 0;
                        double most = Double.NEGATIVE_INFINITY;
                        for (int k = 0; k < M; k++) {
                            double part = a[i * M + k] * b[k * N + j];
                            if (k % 3 == 1) {
                                sum += part;
                            } else {
                                most = Math.max(most, part);
                            }
                        }
                        c[i * N + j] = j % 5 == 2 ? -sum : sum;
                        c[N * N + i * N + j] = most;
                    }
                };
        return new Case(body, () -> c);
    }

    /** Each row ends elsewhere, so the iterations do not go the same way. */
    private static Case triangle() {
        double[] a = doubles(N * N, 5);
        double[] b = doubles(N * N, 6);
        double[] c = new double[N * N];
        IntBody body =
                i -> {
                    for (int j = 0; j < N; j++) {
                        double sum = 0;
                        for (int k = 0; k <= i; k++) {
                            sum += a[i * N + k] * b[k * N + j];
                        }
                        c[i * N + j] = sum;
                    }
                };
        return new Case(body, () -> c);
    }

    private static void check(OpenClRun device, int together, Supplier<Case> made)
            throws Exception {
        Case expected = made.get();
        for (int i = 1; i < N; i++) {
            expected.body.run(i);
        }
        Case actual = made.get();
        EmitOptions options = EmitOptions.scalar().proved(true).innerLanes(16, all -> true);
        KernelText text =
                OpenClEmitter.emit(
                        Lifter.lift(BodyResolver.open(actual.body, "I")).body(), options);
        assertEquals(together, text.perItem(), text.code().text());
        boolean apart = text.code().text().contains("__attribute__((noinline)) static");
        assertEquals(together > 1, apart, "the last iterations are a function of their own");
        LoopRun run =
                new LiftedLoops(device.platform())
                        .on(device.domain())
                        .parallelInts(1, N, actual.body);
        assertTrue(run.reason().startsWith("on opencl"), run.toString());
        assertArrayEquals(expected.result.get(), actual.result.get());
    }

    @Test
    @DisplayName("JA-12: rows of a product side by side have Java's bits")
    void ja12IterationsSideBySide() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            check(device, 8, SideBySideTest::product);
            check(device, 8, SideBySideTest::rows);
            check(device, 4, SideBySideTest::twoSums);
            check(device, 1, SideBySideTest::triangle);
        }
    }

    /** A row is a running sum; its number is made of a quotient. */
    private static Case runningSums() {
        double[] a = doubles(N * N, 7);
        IntBody body =
                i -> {
                    int half = i / 2;
                    int row = half * 2 + i % 2;
                    for (int j = 1; j < N; j++) {
                        a[row * N + j] += a[row * N + j - 1];
                    }
                };
        return new Case(body, () -> a);
    }

    @Test
    @DisplayName("JA-12: no lanes where iterations inside depend on each other, after a quotient")
    void ja12DependencesInside() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            Case expected = runningSums();
            for (int i = 0; i < N; i++) {
                expected.body.run(i);
            }
            Case actual = runningSums();
            LoopRun run =
                    new LiftedLoops(device.platform())
                            .on(device.domain())
                            .parallelInts(0, N, actual.body);
            assertTrue(run.reason().startsWith("on opencl"), run.toString());
            assertArrayEquals(expected.result.get(), actual.result.get());
        }
    }
}
