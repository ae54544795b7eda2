package org.anabranch.loops.ir;

import java.util.Locale;

/**
 * Pure functions that cannot fault, each with the meaning of the named Java method. The kind of an
 * {@link Expression.Apply} is that of its operands.
 */
public enum PureFunction {
    /** {@code Math.abs}, all four kinds. */
    ABS(0),
    /** {@code Math.min}, all four kinds; NaN and -0.0 as in Java. */
    MIN(0),
    /** {@code Math.max}, all four kinds. */
    MAX(0),
    /**
     * {@code Math.sqrt} of a double; of a float if the result is narrowed immediately, which is
     * exact too.
     */
    SQRT(0),
    /** {@code Math.floor}, double. */
    FLOOR(0),
    /** {@code Math.ceil}, double. */
    CEIL(0),
    /** {@code Math.rint}, double. */
    RINT(0),
    /** {@code Math.fma}, float and double, three operands. */
    FMA(0),
    /** {@code Math.round}: float to int, double to long. */
    ROUND(0),
    /** {@code Math.signum}, float and double. */
    SIGNUM(0),
    /** {@code Math.copySign}, float and double; a NaN as sign counts by its sign bit. */
    COPY_SIGN(0),
    /** {@code Float.floatToRawIntBits}, {@code Double.doubleToRawLongBits}. */
    RAW_BITS(0),
    /** {@code Float.floatToIntBits}, {@code Double.doubleToLongBits}: one NaN. */
    BITS(0),
    /** {@code Float.intBitsToFloat} (kind INT), {@code Double.longBitsToDouble} (kind LONG). */
    FROM_BITS(0),
    /** {@code Float.isNaN}, {@code Double.isNaN}: an int 0 or 1. */
    IS_NAN(0),
    /** {@code Integer.bitCount}, {@code Long.bitCount}: an int. */
    BIT_COUNT(0),
    /** {@code numberOfLeadingZeros}, int and long: an int. */
    LEADING_ZEROS(0),
    /** {@code numberOfTrailingZeros}, int and long: an int. */
    TRAILING_ZEROS(0),
    /** {@code Math.multiplyHigh}, long. */
    MULTIPLY_HIGH(0),
    /** {@code Math.sin}, double; like all below, devices differ in the last bits. */
    SIN(5),
    /** {@code Math.cos}, double. */
    COS(5),
    /** {@code Math.tan}, double. */
    TAN(6),
    /** {@code Math.asin}, double. */
    ASIN(5),
    /** {@code Math.acos}, double. */
    ACOS(5),
    /** {@code Math.atan}, double. */
    ATAN(6),
    /** {@code Math.atan2}, double. */
    ATAN2(8),
    /** {@code Math.exp}, double. */
    EXP(4),
    /** {@code Math.log}, double. */
    LOG(4),
    /** {@code Math.log10}, double. */
    LOG10(4),
    /** {@code Math.pow}, double. */
    POW(17),
    /** {@code Math.cbrt}, double. */
    CBRT(3),
    /** {@code Math.sinh}, double. */
    SINH(7),
    /** {@code Math.cosh}, double. */
    COSH(7),
    /** {@code Math.tanh}, double. */
    TANH(8),
    /** {@code Math.hypot}, double. */
    HYPOT(5),
    /** {@code Math.expm1}, double. */
    EXPM1(4),
    /** {@code Math.log1p}, double. */
    LOG1P(3),
    /** {@code StrictMath.sin}, double; like all below, the virtual machine's own code. */
    STRICT_SIN(0),
    /** {@code StrictMath.cos}, double. */
    STRICT_COS(0),
    /** {@code StrictMath.tan}, double. */
    STRICT_TAN(0),
    /** {@code StrictMath.asin}, double. */
    STRICT_ASIN(0),
    /** {@code StrictMath.acos}, double. */
    STRICT_ACOS(0),
    /** {@code StrictMath.atan}, double. */
    STRICT_ATAN(0),
    /** {@code StrictMath.atan2}, double. */
    STRICT_ATAN2(0),
    /** {@code StrictMath.exp}, double. */
    STRICT_EXP(0),
    /** {@code StrictMath.log}, double. */
    STRICT_LOG(0),
    /** {@code StrictMath.log10}, double. */
    STRICT_LOG10(0),
    /** {@code StrictMath.pow}, double. */
    STRICT_POW(0),
    /** {@code StrictMath.cbrt}, double. */
    STRICT_CBRT(0),
    /** {@code StrictMath.sinh}, double. */
    STRICT_SINH(0),
    /** {@code StrictMath.cosh}, double. */
    STRICT_COSH(0),
    /** {@code StrictMath.tanh}, double. */
    STRICT_TANH(0),
    /** {@code StrictMath.hypot}, double. */
    STRICT_HYPOT(0),
    /** {@code StrictMath.expm1}, double. */
    STRICT_EXPM1(0),
    /** {@code StrictMath.log1p}, double. */
    STRICT_LOG1P(0);

    private final int ulps;

    PureFunction(int ulps) {
        this.ulps = ulps;
    }

    /** {@return true if every device computes each bit as Java does} */
    public boolean isExact() {
        return ulps == 0 && !isStrict();
    }

    /**
     * {@return by how many units in the last place a device's result may differ from Java's: the
     * sum of the errors that OpenCL in double and {@code Math} permit; 0 if all bits are the same}
     */
    public int ulps() {
        return ulps;
    }

    /** {@return true if it is a method of {@code StrictMath}, with Java's own bits} */
    public boolean isStrict() {
        return name().startsWith("STRICT_");
    }

    /** {@return the number of arguments} */
    public int arguments() {
        return switch (this) {
            case FMA -> 3;
            case MIN, MAX, COPY_SIGN, MULTIPLY_HIGH, ATAN2, POW, HYPOT -> 2;
            case STRICT_ATAN2, STRICT_POW, STRICT_HYPOT -> 2;
            default -> 1;
        };
    }

    /**
     * Returns the method that it stands for.
     *
     * @param operands kind of the operands
     * @return class and method, such as {@code StrictMath.sin} or {@code Integer.bitCount}
     */
    public String javaName(Kind operands) {
        boolean isFloat = operands == Kind.FLOAT;
        boolean isInt = operands == Kind.INT;
        String name = name().toLowerCase(Locale.ROOT);
        return switch (this) {
            case RAW_BITS -> isFloat ? "Float.floatToRawIntBits" : "Double.doubleToRawLongBits";
            case BITS -> isFloat ? "Float.floatToIntBits" : "Double.doubleToLongBits";
            case FROM_BITS -> isInt ? "Float.intBitsToFloat" : "Double.longBitsToDouble";
            case IS_NAN -> isFloat ? "Float.isNaN" : "Double.isNaN";
            case BIT_COUNT -> isInt ? "Integer.bitCount" : "Long.bitCount";
            case LEADING_ZEROS -> (isInt ? "Integer" : "Long") + ".numberOfLeadingZeros";
            case TRAILING_ZEROS -> (isInt ? "Integer" : "Long") + ".numberOfTrailingZeros";
            case COPY_SIGN -> "Math.copySign";
            case MULTIPLY_HIGH -> "Math.multiplyHigh";
            default ->
                    isStrict()
                            ? "StrictMath." + name.substring("strict_".length())
                            : "Math." + name;
        };
    }

    /** {@return the method that it stands for, if operands are of kind double} */
    public String javaName() {
        return javaName(Kind.DOUBLE);
    }

    /**
     * Returns the kind of the result.
     *
     * @param operands kind of the operands
     * @return kind of the result
     */
    public Kind result(Kind operands) {
        return switch (this) {
            case ROUND, RAW_BITS, BITS -> operands == Kind.FLOAT ? Kind.INT : Kind.LONG;
            case FROM_BITS -> operands == Kind.INT ? Kind.FLOAT : Kind.DOUBLE;
            case IS_NAN, BIT_COUNT, LEADING_ZEROS, TRAILING_ZEROS -> Kind.INT;
            default -> operands;
        };
    }
}
