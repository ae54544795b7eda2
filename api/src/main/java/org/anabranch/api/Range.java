package org.anabranch.api;

import java.util.Objects;

/**
 * A region of a buffer, for operands, copies and prefetches. As a kernel argument it gets its mode
 * from the parameter, so the mode need not be repeated; only {@link #reduce} must be stated.
 * Immutable.
 *
 * @param buffer the buffer
 * @param region the bytes, inside the buffer
 */
public record Range(Buffer buffer, Region region) implements Argument {

    /**
     * Checks the bounds.
     *
     * @throws RangeException if the region exceeds the buffer
     */
    public Range {
        Objects.requireNonNull(buffer, "buffer");
        if (region.end() > buffer.shape().bytes()) {
            throw new RangeException(
                    String.format(
                            "range [%s, %s) is outside %s of %s bytes",
                            region.offset(), region.end(), buffer.name(), buffer.shape().bytes()));
        }
    }

    /** {@return this range as an operand that is read} */
    public Operand in() {
        return new Operand(this, Mode.READ);
    }

    /** {@return this range as an operand of which every byte is written and none read} */
    public Operand out() {
        return new Operand(this, Mode.WRITE);
    }

    /** {@return this range as an operand that is read and written} */
    public Operand inOut() {
        return new Operand(this, Mode.READ_WRITE);
    }

    /** {@return this range as an operand updated by a commuting operation} */
    public Operand reduce() {
        return new Operand(this, Mode.REDUCE);
    }

    /** {@return buffer and bytes, as messages name them} */
    @Override
    public String toString() {
        return region + " of " + buffer.name();
    }
}
