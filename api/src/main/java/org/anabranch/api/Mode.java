package org.anabranch.api;

/**
 * How an action uses an operand.
 *
 * <p>{@link #WRITE} promises that every byte of the operand is written: what was there before is
 * not brought along. {@link #REDUCE} reads and writes, in an order that does not matter: such
 * actions on the same range run one at a time, in any order.
 */
public enum Mode {
    /** The operand is only read. */
    READ,
    /** Every byte of the operand is written, none is read. */
    WRITE,
    /** The operand is read and written. */
    READ_WRITE,
    /** The operand is read and written by an operation that commutes with others of this mode. */
    REDUCE;

    /** {@return whether the old content matters} */
    public boolean reads() {
        return this != WRITE;
    }

    /** {@return whether the content may change} */
    public boolean writes() {
        return this != READ;
    }
}
