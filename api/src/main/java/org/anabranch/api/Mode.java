package org.anabranch.api;

/**
 * The access mode of an operand.
 *
 * <p>{@link #WRITE} promises that every byte of the operand is written, so its old content is not
 * transferred. {@link #REDUCE} reads and writes by a commutative operation: such actions on the
 * same range run one at a time, in any order.
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

    /** {@return true if the old content is read} */
    public boolean reads() {
        return this != WRITE;
    }

    /** {@return true if the content may change} */
    public boolean writes() {
        return this != READ;
    }
}
