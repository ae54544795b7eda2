package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.emit.OpenClRun;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Array;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The same loops on one thread in Java and on the first OpenCL device, in turns: whole calls. They
 * must have the same bits; their speeds are printed, with {@code -Danabranch.loops.speed=true} for
 * sizes that are large enough to compare.
 */
class LoopSpeedTest {
    private static final boolean MEASURED = Boolean.getBoolean("anabranch.loops.speed");
    private static final int ROUNDS = MEASURED ? 15 : 1;

    private static float[] floats(int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] floats = new float[length];
        for (int i = 0; i < length; i++) {
            floats[i] = (float) random.nextDouble();
        }
        return floats;
    }

    private static IntBody product(int n, float[] a, float[] b, float[] c) {
        return i -> {
            for (int j = 0; j < n; j++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = sum;
            }
        };
    }

    private static IntBody escapes(int n, int[] out) {
        return i -> {
            for (int j = 0; j < n; j++) {
                float x = 3f * j / n - 2;
                float y = 3f * i / n - 1.5f;
                float re = 0;
                float im = 0;
                int it = 0;
                while (it < 200 && re * re + im * im < 4) {
                    float next = re * re - im * im + x;
                    im = 2 * re * im + y;
                    re = next;
                    it++;
                }
                out[i * n + j] = it;
            }
        };
    }

    private static IntBody pulls(int n, float[] x, float[] y, float[] m, float[] to) {
        return i -> {
            float sum = 0;
            for (int j = 0; j < n; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float square = dx * dx + dy * dy + 0.01f;
                sum += m[j] / (square * (float) Math.sqrt(square)) * dx;
            }
            to[i] = sum;
        };
    }

    private static void compare(
            Loops loops,
            String name,
            int count,
            IntBody java,
            Object expected,
            IntBody lifted,
            Object actual,
            Object... stays) {
        long inJava = Long.MAX_VALUE;
        long there = Long.MAX_VALUE;
        try (Kept _ = loops.keep(stays)) {
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                for (int i = 0; i < count; i++) {
                    java.run(i);
                }
                long middle = System.nanoTime();
                LoopRun run = loops.parallelInts(0, count, lifted);
                there = Math.min(there, System.nanoTime() - middle);
                inJava = Math.min(inJava, middle - start);
                assertTrue(run.reason().startsWith("on "), run.reason());
            }
        }
        assertTrue(Objects.deepEquals(expected, actual), name + " has other bits");
        assertEquals(Array.getLength(expected), Array.getLength(actual));
        if (MEASURED) {
            System.out.printf(
                    "%-12s Java %8.2f ms, device %8.2f ms, ratio %.2f%n",
                    name, inJava / 1e6, there / 1e6, (double) inJava / there);
        }
    }

    @Test
    @DisplayName("JA-12: product, mandelbrot, n-body and saxpy have Java's bits; how fast they are")
    void loops() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            Loops loops = new LiftedLoops(device.platform()).on(device.domain());
            int n = MEASURED ? 512 : 65;
            float[] a = floats(n * n, 1);
            float[] b = floats(n * n, 2);
            float[][] c = new float[2][n * n];
            compare(
                    loops,
                    "product",
                    n,
                    product(n, a, b, c[0]),
                    c[0],
                    product(n, a, b, c[1]),
                    c[1]);
            int q = MEASURED ? 1024 : 65;
            int[][] out = new int[2][q * q];
            compare(loops, "mandelbrot", q, escapes(q, out[0]), out[0], escapes(q, out[1]), out[1]);
            int bodies = MEASURED ? 8192 : 333;
            float[][] at = {floats(bodies, 3), floats(bodies, 4), floats(bodies, 5)};
            float[][] to = new float[2][bodies];
            compare(
                    loops,
                    "n-body",
                    bodies,
                    pulls(bodies, at[0], at[1], at[2], to[0]),
                    to[0],
                    pulls(bodies, at[0], at[1], at[2], to[1]),
                    to[1]);
            saxpy(loops, "saxpy", false);
            saxpy(loops, "saxpy, kept", true);
            jacobi(loops, "jacobi", false);
            jacobi(loops, "jacobi, kept", true);
        }
    }

    private static void jacobi(Loops loops, String name, boolean keeps) {
        int n = MEASURED ? 1500 : 67;
        double[][] from = new double[n][n];
        double[][][] to = new double[2][n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                from[i][j] = i * 0.3 + j * j;
            }
        }
        compare(
                loops,
                name,
                n - 2,
                means(from, to[0]),
                to[0],
                means(from, to[1]),
                to[1],
                keeps ? new Object[] {from, to[1]} : new Object[0]);
    }

    private static IntBody means(double[][] from, double[][] to) {
        return i -> {
            double[] above = from[i];
            double[] row = from[i + 1];
            double[] below = from[i + 2];
            double[] target = to[i + 1];
            for (int j = 1; j < row.length - 1; j++) {
                target[j] = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
            }
        };
    }

    private static void saxpy(Loops loops, String name, boolean keeps) {
        int n = MEASURED ? 4 << 20 : 4099;
        float[] x = floats(n, 6);
        float[] inJava = floats(n, 7);
        float[] there = floats(n, 7);
        compare(
                loops,
                name,
                n,
                i -> inJava[i] = 1.1f * x[i] + inJava[i],
                inJava,
                i -> there[i] = 1.1f * x[i] + there[i],
                there,
                keeps ? new Object[] {x, there} : new Object[0]);
    }
}
