package org.anabranch.loops.ir;

import java.util.Locale;

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
    LOG1P(false),
    /**
     * {@code StrictMath.sin}, double; like all below, every bit is Java's own, for which devices
     * have no form.
     */
    STRICT_SIN(false),
    /** {@code StrictMath.cos}, double. */
    STRICT_COS(false),
    /** {@code StrictMath.tan}, double. */
    STRICT_TAN(false),
    /** {@code StrictMath.asin}, double. */
    STRICT_ASIN(false),
    /** {@code StrictMath.acos}, double. */
    STRICT_ACOS(false),
    /** {@code StrictMath.atan}, double. */
    STRICT_ATAN(false),
    /** {@code StrictMath.atan2}, double. */
    STRICT_ATAN2(false),
    /** {@code StrictMath.exp}, double. */
    STRICT_EXP(false),
    /** {@code StrictMath.log}, double. */
    STRICT_LOG(false),
    /** {@code StrictMath.log10}, double. */
    STRICT_LOG10(false),
    /** {@code StrictMath.pow}, double. */
    STRICT_POW(false),
    /** {@code StrictMath.cbrt}, double. */
    STRICT_CBRT(false),
    /** {@code StrictMath.sinh}, double. */
    STRICT_SINH(false),
    /** {@code StrictMath.cosh}, double. */
    STRICT_COSH(false),
    /** {@code StrictMath.tanh}, double. */
    STRICT_TANH(false),
    /** {@code StrictMath.hypot}, double. */
    STRICT_HYPOT(false),
    /** {@code StrictMath.expm1}, double. */
    STRICT_EXPM1(false),
    /** {@code StrictMath.log1p}, double. */
    STRICT_LOG1P(false);

    private final boolean exact;

    Function(boolean exact) {
        this.exact = exact;
    }

    /** {@return whether every device gives each bit as Java does} */
    public boolean isExact() {
        return exact;
    }

    /** {@return the class and method that it stands for, such as {@code StrictMath.sin}} */
    public String javaName() {
        String name = name().toLowerCase(Locale.ROOT);
        return name.startsWith("strict_")
                ? "StrictMath." + name.substring("strict_".length())
                : "Math." + name;
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
