package org.anabranch.loops.ir;

/**
 * Operators with two operands of one kind, with Java's meaning. Integers wrap around; shifts take
 * the count, an {@code int}, modulo the width. {@link #DIV} and {@link #REM} of integers fault on
 * 0; those of floating-point numbers are Java's {@code /} and {@code %} (C's {@code fmod}).
 */
public enum Operator {
    /** Sum. */
    ADD("+"),
    /** Difference. */
    SUB("-"),
    /** Product. */
    MUL("*"),
    /** Quotient. */
    DIV("/"),
    /** Remainder. */
    REM("%"),
    /** Bitwise and. */
    AND("&"),
    /** Bitwise or. */
    OR("|"),
    /** Bitwise exclusive or. */
    XOR("^"),
    /** Shift left. */
    SHL("<<"),
    /** Arithmetic shift right. */
    SHR(">>"),
    /** Logical shift right. */
    USHR(">>>");

    private final String symbol;

    Operator(String symbol) {
        this.symbol = symbol;
    }

    /** {@return the operator in Java} */
    public String symbol() {
        return symbol;
    }

    /** {@return true if the right operand is an {@code int} shift count} */
    public boolean isShift() {
        return this == SHL || this == SHR || this == USHR;
    }

    /** {@return true if this is a division or remainder} */
    public boolean divides() {
        return this == DIV || this == REM;
    }
}
