package org.anabranch.loops.trace;

import org.anabranch.loops.ir.PureFunction;

/** An evaluator of the exact library functions, on raw bits, as Java computes them. */
final class JavaFunctions {
    private JavaFunctions() {}

    static long ints(PureFunction function, int a, int b) {
        return switch (function) {
            case ABS -> Math.abs(a);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case FROM_BITS -> a;
            case BIT_COUNT -> Integer.bitCount(a);
            case LEADING_ZEROS -> Integer.numberOfLeadingZeros(a);
            case TRAILING_ZEROS -> Integer.numberOfTrailingZeros(a);
            default -> throw new IllegalArgumentException(function.name());
        };
    }

    static long longs(PureFunction function, long a, long b) {
        return switch (function) {
            case ABS -> Math.abs(a);
            case MIN -> Math.min(a, b);
            case MAX -> Math.max(a, b);
            case FROM_BITS -> a;
            case BIT_COUNT -> Long.bitCount(a);
            case LEADING_ZEROS -> Long.numberOfLeadingZeros(a);
            case TRAILING_ZEROS -> Long.numberOfTrailingZeros(a);
            case MULTIPLY_HIGH -> Math.multiplyHigh(a, b);
            default -> throw new IllegalArgumentException(function.name());
        };
    }

    static long floats(PureFunction function, float a, float m, float b) {
        return switch (function) {
            case ROUND -> Math.round(a);
            case IS_NAN -> Float.isNaN(a) ? 1 : 0;
            case RAW_BITS -> Float.floatToRawIntBits(a);
            case BITS -> Float.floatToIntBits(a);
            case ABS -> of(Math.abs(a));
            case MIN -> of(Math.min(a, b));
            case MAX -> of(Math.max(a, b));
            case SQRT -> of((float) Math.sqrt(a));
            case FMA -> of(Math.fma(a, m, b));
            case SIGNUM -> of(Math.signum(a));
            case COPY_SIGN -> of(Math.copySign(a, b));
            default -> throw new IllegalArgumentException(function.name());
        };
    }

    private static long of(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long doubles(PureFunction function, double a, double m, double b) {
        return switch (function) {
            case ROUND -> Math.round(a);
            case IS_NAN -> Double.isNaN(a) ? 1 : 0;
            case RAW_BITS -> Double.doubleToRawLongBits(a);
            case BITS -> Double.doubleToLongBits(a);
            case ABS -> of(Math.abs(a));
            case MIN -> of(Math.min(a, b));
            case MAX -> of(Math.max(a, b));
            case SQRT -> of(Math.sqrt(a));
            case FLOOR -> of(Math.floor(a));
            case CEIL -> of(Math.ceil(a));
            case RINT -> of(Math.rint(a));
            case FMA -> of(Math.fma(a, m, b));
            case SIGNUM -> of(Math.signum(a));
            case COPY_SIGN -> of(Math.copySign(a, b));
            default -> throw new IllegalArgumentException(function.name());
        };
    }

    private static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }
}
