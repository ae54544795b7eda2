package org.anabranch.loops.device;

import org.anabranch.loops.IntBody;

/**
 * The bodies of the arithmetic self-test, in plain Java, for all pairs of edge values. Result r of
 * pair i is element {@code r * PAIRS + i}; floating-point results are bits, with one NaN.
 */
final class SelfTestBodies {
    static final int RESULTS = 20;

    private static final long[] WHOLE = {
        0,
        1,
        -1,
        2,
        7,
        -31,
        33,
        64,
        255,
        -129,
        65_535,
        16_777_217,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final double[] FLOATING = {
        0.0,
        -0.0,
        1,
        -1.5,
        0.49999997,
        3,
        1.0 / 3,
        3e9,
        -3e9,
        1e19,
        1e-40,
        Float.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        8_388_607.5
    };

    static final int PAIRS = 256;

    private SelfTestBodies() {}

    static long[] wholeNumbers() {
        return WHOLE.clone();
    }

    static double[] floatingNumbers() {
        return FLOATING.clone();
    }

    static String pair(int pair) {
        return "(%s, %s) or (%s, %s)"
                .formatted(
                        WHOLE[pair >> 4],
                        WHOLE[pair & 15],
                        FLOATING[pair >> 4],
                        FLOATING[pair & 15]);
    }

    /** Overflows on purpose. */
    @SuppressWarnings({"IntLongMath", "NarrowCalculation"})
    static IntBody whole(long[] out) {
        long[] values = WHOLE;
        return i -> {
            long a = values[i >> 4];
            long b = values[i & 15];
            int x = (int) a;
            int y = (int) b;
            out[i] = x + y;
            out[256 + i] = x * y;
            out[512 + i] = x << y;
            out[768 + i] = x >> y;
            out[1024 + i] = x >>> y;
            out[1280 + i] = x / (y == 0 ? 3 : y);
            out[1536 + i] = x % (y == 0 ? 3 : y);
            out[1792 + i] = (byte) x + (char) y + (short) (x ^ y);
            out[2048 + i] = a - b;
            out[2304 + i] = a * b;
            out[2560 + i] = a << y;
            out[2816 + i] = a >> y;
            out[3072 + i] = a >>> y;
            out[3328 + i] = a / (b == 0 ? 3 : b);
            out[3584 + i] = a % (b == 0 ? 3 : b);
            out[3840 + i] = x + 1 > x ? 1 : 0;
            out[4096 + i] = Math.abs(x) + Math.min(x, y);
            out[4352 + i] = Math.abs(a) - Math.max(a, b);
            out[4608 + i] = x < y ? a & b : a | b;
            out[4864 + i] = -x + ~y;
        };
    }

    static IntBody singles(long[] out) {
        float[] values = new float[FLOATING.length];
        for (int v = 0; v < values.length; v++) {
            values[v] = (float) FLOATING[v];
        }
        long[] numbers = WHOLE;
        return i -> {
            float a = values[i >> 4];
            float b = values[i & 15];
            out[i] = Float.floatToIntBits(a + b);
            out[256 + i] = Float.floatToIntBits(a - b);
            out[512 + i] = Float.floatToIntBits(a * b);
            out[768 + i] = Float.floatToIntBits(a / b);
            out[1024 + i] = Float.floatToIntBits(a % b);
            out[1280 + i] = Float.floatToIntBits(a * b + a);
            out[1536 + i] = (int) a;
            out[1792 + i] = (long) a;
            out[2048 + i] = Float.floatToIntBits(Math.min(a, b));
            out[2304 + i] = Float.floatToIntBits(Math.max(a, b));
            out[2560 + i] = (a < b ? 1L : 0) + (a >= b ? 2 : 0) + (a != b ? 4 : 0);
            out[2816 + i] = Float.floatToIntBits(Math.abs(a));
            out[3072 + i] = Float.floatToIntBits(-a);
            out[3328 + i] = Float.floatToIntBits((float) numbers[i >> 4]);
            out[3584 + i] = Float.floatToIntBits((float) (int) numbers[i & 15]);
            out[3840 + i] = Float.floatToIntBits(a * 1e-30f * b);
            out[4096 + i] = Float.floatToIntBits((a + b) / (b + 1.5f));
            out[4352 + i] = Math.round(a);
            out[4608 + i] = Float.floatToIntBits((float) Math.sqrt(a));
        };
    }

    static IntBody doubles(long[] out) {
        double[] values = FLOATING;
        long[] numbers = WHOLE;
        return i -> {
            double a = values[i >> 4];
            double b = values[i & 15];
            out[i] = Double.doubleToLongBits(a + b);
            out[256 + i] = Double.doubleToLongBits(a - b);
            out[512 + i] = Double.doubleToLongBits(a * b);
            out[768 + i] = Double.doubleToLongBits(a / b);
            out[1024 + i] = Double.doubleToLongBits(a % b);
            out[1280 + i] = Double.doubleToLongBits(a * b + a);
            out[1536 + i] = (int) a;
            out[1792 + i] = (long) a;
            out[2048 + i] = Double.doubleToLongBits(Math.min(a, b));
            out[2304 + i] = Double.doubleToLongBits(Math.max(a, b));
            out[2560 + i] = (a < b ? 1L : 0) + (a >= b ? 2 : 0) + (a != b ? 4 : 0);
            out[2816 + i] = Double.doubleToLongBits(Math.sqrt(a));
            out[3072 + i] = Double.doubleToLongBits(Math.floor(a) + Math.ceil(b));
            out[3328 + i] = Double.doubleToLongBits((double) numbers[i >> 4]);
            out[3584 + i] = Float.floatToIntBits((float) a);
            out[3840 + i] = Double.doubleToLongBits(a * 1e-300 * b);
            out[4096 + i] = Double.doubleToLongBits(Math.rint(a));
            out[4352 + i] = Math.round(a);
        };
    }
}
