package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.PureFunction;

import java.lang.reflect.Array;
import java.util.SplittableRandom;

/** Numbers at which arithmetic is special, and others. */
final class EdgeValues {
    private static final long[] WHOLE = {
        0,
        1,
        -1,
        2,
        -2,
        3,
        31,
        32,
        33,
        63,
        64,
        127,
        128,
        -128,
        -129,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE + 1L,
        Integer.MIN_VALUE - 1L,
        (1L << 24) + 1,
        (1L << 53) + 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        0x7fffffbfL,
        0x5555555555L
    };

    private static final double[] FLOATING = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        1.5,
        2.5,
        -1.5,
        0.49999997,
        0.49999999999999994,
        1e-30,
        -1e30,
        3e9,
        -3e9,
        2147483647.0,
        -2147483648.0,
        2147483648.0,
        -2147483649.0,
        -2147483648.5,
        1e19,
        -1e19,
        9.223372036854775807E18,
        Float.MIN_VALUE,
        Float.MAX_VALUE,
        Float.MIN_NORMAL,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.MIN_NORMAL,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN,
        Math.PI,
        1.0 / 3,
        8388607.5,
        8388608.5,
        16777217,
        65536
    };

    private static final PureFunction[] ALL = {
        PureFunction.ABS, PureFunction.MIN, PureFunction.MAX
    };
    private static final PureFunction[] INT = {
        PureFunction.ROUND,
        PureFunction.BITS,
        PureFunction.IS_NAN,
        PureFunction.BIT_COUNT,
        PureFunction.LEADING_ZEROS,
        PureFunction.TRAILING_ZEROS
    };
    private static final PureFunction[] LONG = {
        PureFunction.ROUND, PureFunction.BITS, PureFunction.MULTIPLY_HIGH
    };
    private static final PureFunction[] FLOAT = {
        PureFunction.SQRT, PureFunction.FMA, PureFunction.SIGNUM, PureFunction.FROM_BITS
    };
    private static final PureFunction[] DOUBLE = {
        PureFunction.SQRT,
        PureFunction.FMA,
        PureFunction.SIGNUM,
        PureFunction.FROM_BITS,
        PureFunction.FLOOR,
        PureFunction.CEIL,
        PureFunction.RINT
    };

    private EdgeValues() {}

    /** Raw bits of a number of a computational kind. */
    static long bits(SplittableRandom random, Kind kind) {
        boolean edge = random.nextInt(3) > 0;
        return switch (kind) {
            case INT -> (int) whole(random, edge);
            case LONG -> whole(random, edge);
            case FLOAT -> Float.floatToIntBits((float) floating(random, edge));
            default -> Double.doubleToLongBits(floating(random, edge));
        };
    }

    private static long whole(SplittableRandom random, boolean edge) {
        return edge ? WHOLE[random.nextInt(WHOLE.length)] : random.nextLong() >> random.nextInt(64);
    }

    private static double floating(SplittableRandom random, boolean edge) {
        if (edge) {
            return FLOATING[random.nextInt(FLOATING.length)];
        }
        double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-12, 13));
        return random.nextInt(4) == 0 ? Math.rint(value) : value;
    }

    static Object array(SplittableRandom random, Kind kind, int length) {
        Object array =
                switch (kind) {
                    case BOOLEAN -> new boolean[length];
                    case BYTE -> new byte[length];
                    case CHAR -> new char[length];
                    case SHORT -> new short[length];
                    case INT -> new int[length];
                    case LONG -> new long[length];
                    case FLOAT -> new float[length];
                    default -> new double[length];
                };
        for (int i = 0; i < length; i++) {
            long bits = bits(random, kind.computational());
            switch (kind) {
                case BOOLEAN -> Array.setBoolean(array, i, (bits & 1) != 0);
                case BYTE -> Array.setByte(array, i, (byte) bits);
                case CHAR -> Array.setChar(array, i, (char) bits);
                case SHORT -> Array.setShort(array, i, (short) bits);
                case INT -> Array.setInt(array, i, (int) bits);
                case LONG -> Array.setLong(array, i, bits);
                case FLOAT -> Array.setFloat(array, i, Float.intBitsToFloat((int) bits));
                default -> Array.setDouble(array, i, Double.longBitsToDouble(bits));
            }
        }
        return array;
    }

    /** A function whose result is of a kind. */
    static PureFunction function(SplittableRandom random, Kind kind) {
        PureFunction[] own =
                switch (kind) {
                    case INT -> INT;
                    case LONG -> LONG;
                    case FLOAT -> FLOAT;
                    default -> DOUBLE;
                };
        int number = random.nextInt(ALL.length + own.length);
        return number < ALL.length ? ALL[number] : own[number - ALL.length];
    }
}
