package org.anabranch.api;

import java.util.Objects;

/**
 * A range with its access mode. The kernel sees the range as memory whose index 0 is its first
 * byte.
 *
 * @param range the memory
 * @param mode how it is accessed
 */
public record Operand(Range range, Mode mode) implements Argument {

    /** Checks for null. */
    public Operand {
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(mode, "mode");
    }

    /** {@return mode, buffer and bytes, as messages name them} */
    @Override
    public String toString() {
        return mode + " " + range;
    }
}
