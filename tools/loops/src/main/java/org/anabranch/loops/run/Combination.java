package org.anabranch.loops.run;

import org.anabranch.loops.ir.Kind;

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

    long of(long a, long b) {
        return switch (kind) {
            case FLOAT ->
                    Float.floatToRawIntBits(
                            (float)
                                    doubles(
                                            Float.intBitsToFloat((int) a),
                                            Float.intBitsToFloat((int) b)));
            case DOUBLE ->
                    Double.doubleToRawLongBits(
                            doubles(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
            default -> wholes(a, b);
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
    private double doubles(double a, double b) {
        return switch (operator) {
            case "*" -> a * b;
            case "min" -> Math.min(a, b);
            case "max" -> Math.max(a, b);
            case "+" -> a + b;
            default -> takes(a, b) ? b : a;
        };
    }

    /**
     * Combines integers in 64 bits: storing the result drops the upper ones, as after each step.
     */
    private long wholes(long a, long b) {
        return switch (operator) {
            case "*" -> a * b;
            case "&" -> a & b;
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "min" -> Math.min(a, b);
            case "max" -> Math.max(a, b);
            case "+" -> a + b;
            default -> takes(Long.compare(a, b), 0.0) ? b : a;
        };
    }
}
