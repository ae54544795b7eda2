package org.anabranch.loops.ir;

/**
 * Pure functions that cannot fault, with the meaning of the Java method named. The kind of an
 * {@link Expression.Apply} is that of its operands.
 */
public enum Function {
    /** {@code Math.abs}, all four kinds. */
    ABS(true),
    /** {@code Math.min}, all four kinds; NaN and -0.0 as Java says. */
    MIN(true),
    /** {@code Math.max}, all four kinds. */
    MAX(true),
    /**
     * {@code Math.sqrt} of a double; of a float where the result is narrowed at once: exact too.
     */
    SQRT(true),
    /** {@code Math.floor}, double. */
    FLOOR(true),
    /** {@code Math.ceil}, double. */
    CEIL(true),
    /** {@code Math.rint}, double. */
    RINT(true),
    /** {@code Math.fma}, float and double, three operands. */
    FMA(true),
    /** {@code Math.round}: float to int, double to long. */
    ROUND(true),
    /** {@code Math.signum}, float and double. */
    SIGNUM(true),
    /** {@code Math.copySign}, float and double; a NaN as sign counts by its sign bit. */
    COPY_SIGN(true),
    /** {@code Float.floatToRawIntBits}, {@code Double.doubleToRawLongBits}. */
    RAW_BITS(true),
    /** {@code Float.floatToIntBits}, {@code Double.doubleToLongBits}: one NaN. */
    BITS(true),
    /** {@code Float.intBitsToFloat} (kind INT), {@code Double.longBitsToDouble} (kind LONG). */
    FROM_BITS(true),
    /** {@code Float.isNaN}, {@code Double.isNaN}: an int 0 or 1. */
    IS_NAN(true),
    /** {@code Integer.bitCount}, {@code Long.bitCount}: an int. */
    BIT_COUNT(true),
    /** {@code numberOfLeadingZeros}, int and long: an int. */
    LEADING_ZEROS(true),
    /** {@code numberOfTrailingZeros}, int and long: an int. */
    TRAILING_ZEROS(true),
    /** {@code Math.multiplyHigh}, long. */
    MULTIPLY_HIGH(true),
    /** {@code Math.sin}, double; like all below, devices differ in the last bits. */
    SIN(false),
    /** {@code Math.cos}, double. */
    COS(false),
    /** {@code Math.tan}, double. */
    TAN(false),
    /** {@code Math.asin}, double. */
    ASIN(false),
    /** {@code Math.acos}, double. */
    ACOS(false),
    /** {@code Math.atan}, double. */
    ATAN(false),
    /** {@code Math.atan2}, double. */
    ATAN2(false),
    /** {@code Math.exp}, double. */
    EXP(false),
    /** {@code Math.log}, double. */
    LOG(false),
    /** {@code Math.log10}, double. */
    LOG10(false),
    /** {@code Math.pow}, double. */
    POW(false),
    /** {@code Math.cbrt}, double. */
    CBRT(false),
    /** {@code Math.sinh}, double. */
    SINH(false),
    /** {@code Math.cosh}, double. */
    COSH(false),
    /** {@code Math.tanh}, double. */
    TANH(false),
    /** {@code Math.hypot}, double. */
    HYPOT(false),
    /** {@code Math.expm1}, double. */
    EXPM1(false),
    /** {@code Math.log1p}, double. */
    LOG1P(false);

    private final boolean exact;

    Function(boolean exact) {
        this.exact = exact;
    }

    /** {@return whether Java says every bit of the result} */
    public boolean isExact() {
        return exact;
    }

    /**
     * The kind of the result.
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
