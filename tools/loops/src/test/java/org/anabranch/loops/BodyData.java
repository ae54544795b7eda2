package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The arrays of one run, in the order of {@link #NAMES}. */
record BodyData(Object... arrays) {
    /** Their declarations; those of {@code p} are subscripts, and the last seven have one cell. */
    static final String[] NAMES = {
        "int[] a",
        "int[] b",
        "float[] f",
        "byte[] g",
        "int[] p",
        "long[] l",
        "double[] d",
        "int[] top",
        "long[] longTop",
        "float[] floatTop",
        "double[] doubleTop",
        "int[] at",
        "long[] there",
        "boolean[] truth"
    };

    private static final int LENGTH = 200;
    private static final double[] SPECIAL = {
        Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
    };

    static BodyData of(long seed, boolean alias) {
        return of(seed, alias, 100);
    }

    static BodyData of(long seed, boolean alias, int spread) {
        Random random = new Random(seed);
        int[] a = random.ints(LENGTH, -spread, spread).toArray();
        int[] b = alias ? a : random.ints(LENGTH, -spread, spread).toArray();
        float[] f = new float[LENGTH];
        byte[] g = new byte[LENGTH];
        random.nextBytes(g);
        for (int i = 0; i < f.length; i++) {
            f[i] = random.nextInt(spread) / 7f;
            g[i] = (byte) (spread < 40 ? g[i] % spread : g[i]);
        }
        int[] p = random.ints(32, 0, Math.min(64, spread)).toArray();
        long[] l = random.longs(LENGTH, -spread, spread).toArray();
        IntToDoubleFunction number =
                i ->
                        random.nextInt(24) == 0
                                ? SPECIAL[random.nextInt(SPECIAL.length)]
                                : random.nextInt(-spread, spread) / 3d;
        double[] d = IntStream.range(0, LENGTH).mapToDouble(number).toArray();
        for (int k = random.nextInt(4); k > 0; k--) {
            f[random.nextInt(70)] = (float) SPECIAL[random.nextInt(SPECIAL.length)];
        }
        int[] top = {random.nextInt(-spread, spread)};
        long[] longTop = {random.nextInt(-spread, spread) * 5L};
        float[] floatTop = {(float) number.applyAsDouble(0)};
        double[] doubleTop = {number.applyAsDouble(0)};
        int[] at = {random.nextInt(4) == 0 ? random.nextInt(9) : -1};
        long[] there = {seed};
        boolean[] truth = {random.nextBoolean()};
        return new BodyData(
                a, b, f, g, p, l, d, top, longTop, floatTop, doubleTop, at, there, truth);
    }

    LongBody body(Method method, int k, int n, int m) throws Exception {
        return (LongBody) method.invoke(null, k, arrays, n, m);
    }

    /** Fails with what it should be if a bit is another. */
    static void same(BodyData expected, BodyData found, Supplier<String> what) {
        if (!Arrays.deepEquals(expected.arrays, found.arrays)) {
            assertEquals(
                    Arrays.deepToString(expected.arrays), Arrays.deepToString(found.arrays), what);
        }
    }
}
