package org.anabranch.loops.run;

import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.trace.Cells;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * The operator of a reduction, on bits.
 *
 * @param operator as in {@link org.anabranch.loops.nest.Transformation#combining}
 * @param kind of the numbers
 */
record Combination(String operator, Kind kind) {

    /** Returns the bits of the identity element. */
    long identity() {
        return switch (kind) {
            case FLOAT -> Float.floatToRawIntBits((float) floating());
            case DOUBLE -> Double.doubleToRawLongBits(floating());
            default -> whole();
        };
    }

    private double floating() {
        return switch (operator.replaceAll("[<>=]", "")) {
            case "*" -> 1;
            case "min" -> Double.POSITIVE_INFINITY;
            case "max" -> Double.NEGATIVE_INFINITY;
            default -> -0.0;
        };
    }

    private long whole() {
        boolean wide = kind == Kind.LONG;
        return switch (operator.replaceAll("[<>=]", "")) {
            case "*" -> 1;
            case "&" -> -1;
            case "min" -> wide ? Long.MAX_VALUE : Integer.MAX_VALUE;
            case "max" -> wide ? Long.MIN_VALUE : Integer.MIN_VALUE;
            default -> 0;
        };
    }

    /** Combines the cells of later iterations into those of earlier ones. */
    void into(Cells earlier, Cells later) {
        LongBinaryOperator combined = onBits();
        if (earlier.memory() instanceof int[] to && later.memory() instanceof int[] from) {
            // the most frequent ones without a choice for each: new code is slow
            for (int i = 0; i < to.length; i++) {
                to[i] = (int) combined.applyAsLong(to[i], from[i]);
            }
            return;
        }
        for (int i = 0; i < earlier.length(); i++) {
            earlier.set(i, combined.applyAsLong(earlier.get(i), later.get(i)));
        }
    }

    private LongBinaryOperator onBits() {
        DoubleBinaryOperator numbers = kind.isFloating() ? doubles() : null;
        return switch (kind) {
            case FLOAT ->
                    (a, b) -> {
                        double left = Float.intBitsToFloat((int) a);
                        double right = Float.intBitsToFloat((int) b);
                        return Float.floatToRawIntBits((float) numbers.applyAsDouble(left, right));
                    };
            case DOUBLE ->
                    (a, b) -> {
                        double left = Double.longBitsToDouble(a);
                        double right = Double.longBitsToDouble(b);
                        return Double.doubleToRawLongBits(numbers.applyAsDouble(left, right));
                    };
            default -> wholes();
        };
    }

    /** Returns true if a later value replaces an earlier one. */
    boolean takes(long a, long b) {
        return switch (kind) {
            case FLOAT -> takes(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b));
            case DOUBLE -> takes(Double.longBitsToDouble(a), Double.longBitsToDouble(b));
            default -> takes(Long.compare(a, b), 0.0);
        };
    }

    private boolean takes(double a, double b) {
        return switch (operator) {
            case "min<" -> b < a;
            case "min<=" -> b <= a;
            case "max>" -> b > a;
            case "max>=" -> b >= a;
            default -> false;
        };
    }

    /** Combines also floats: a sum or a product of two, rounded once more, is that of floats. */
    private DoubleBinaryOperator doubles() {
        return switch (operator) {
            case "*" -> (a, b) -> a * b;
            case "min" -> Math::min;
            case "max" -> Math::max;
            case "+" -> Double::sum;
            default -> (a, b) -> takes(a, b) ? b : a;
        };
    }

    /**
     * Combines integers in 64 bits: storing the result drops the upper ones, as after each step.
     */
    private LongBinaryOperator wholes() {
        return switch (operator) {
            case "*" -> (a, b) -> a * b;
            case "&" -> (a, b) -> a & b;
            case "|" -> (a, b) -> a | b;
            case "^" -> (a, b) -> a ^ b;
            case "min" -> Math::min;
            case "max" -> Math::max;
            case "+" -> Long::sum;
            default -> (a, b) -> takes(Long.compare(a, b), 0.0) ? b : a;
        };
    }
}
