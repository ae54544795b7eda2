package org.anabranch.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Supplier;

/** The arrays of one run. */
record BodyData(int[] a, int[] b, float[] f, byte[] g, int[] p) {
    static BodyData of(long seed, boolean alias) {
        return of(seed, alias, 100);
    }

    static BodyData of(long seed, boolean alias, int spread) {
        Random random = new Random(seed);
        int[] a = random.ints(200, -spread, spread).toArray();
        int[] b = alias ? a : random.ints(200, -spread, spread).toArray();
        float[] f = new float[200];
        byte[] g = new byte[200];
        random.nextBytes(g);
        for (int i = 0; i < f.length; i++) {
            f[i] = random.nextInt(spread) / 7f;
            g[i] = (byte) (spread < 40 ? g[i] % spread : g[i]);
        }
        return new BodyData(a, b, f, g, random.ints(32, 0, Math.min(64, spread)).toArray());
    }

    LongBody body(Method method, int k, int n, int m) throws Exception {
        return (LongBody) method.invoke(null, k, a, b, f, g, p, n, m);
    }

    private boolean isLike(BodyData other) {
        return Arrays.equals(a, other.a)
                && Arrays.equals(b, other.b)
                && Arrays.equals(f, other.f)
                && Arrays.equals(g, other.g)
                && Arrays.equals(p, other.p);
    }

    /** Fails with what it should be if a bit is another. */
    static void same(BodyData expected, BodyData found, Supplier<String> what) {
        if (!expected.isLike(found)) {
            assertEquals(expected.text(), found.text(), what);
        }
    }

    private String text() {
        return Arrays.toString(a)
                + Arrays.toString(b)
                + Arrays.toString(f)
                + Arrays.toString(g)
                + Arrays.toString(p);
    }
}
