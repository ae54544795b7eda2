package org.anabranch.loops.trace;

import org.anabranch.loops.ir.PureFunction;

/** An evaluator of the exact library functions, on raw bits, as Java computes them. */
final class JavaFunctions {
    private JavaFunctions() {}

    static long ints(PureFunction function, int a, int b) {
        return switch (function) {
            case BIT_COUNT -> Integer.bitCount(a);
            case LEADING_ZEROS -> Integer.numberOfLeadingZeros(a);
            case TRAILING_ZEROS -> Integer.numberOfTrailingZeros(a);
            default -> (int) longs(function, a, b); // the lower bits are the same
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
            case FMA -> JavaOperators.of(Math.fma(a, m, b));
            case COPY_SIGN -> JavaOperators.of(Math.copySign(a, b));
            // the others are exact, or rounded once more
            default -> JavaOperators.of((float) JavaOperators.d(doubles(function, a, m, b)));
        };
    }

    static long doubles(PureFunction function, double a, double m, double b) {
        return switch (function) {
            case ROUND -> Math.round(a);
            case IS_NAN -> Double.isNaN(a) ? 1 : 0;
            case RAW_BITS -> Double.doubleToRawLongBits(a);
            case BITS -> Double.doubleToLongBits(a);
            case ABS -> JavaOperators.of(Math.abs(a));
            case MIN -> JavaOperators.of(Math.min(a, b));
            case MAX -> JavaOperators.of(Math.max(a, b));
            case SQRT -> JavaOperators.of(Math.sqrt(a));
            case FLOOR -> JavaOperators.of(Math.floor(a));
            case CEIL -> JavaOperators.of(Math.ceil(a));
            case RINT -> JavaOperators.of(Math.rint(a));
            case FMA -> JavaOperators.of(Math.fma(a, m, b));
            case SIGNUM -> JavaOperators.of(Math.signum(a));
            case COPY_SIGN -> JavaOperators.of(Math.copySign(a, b));
            default -> throw new IllegalArgumentException(function.name());
        };
    }
}
