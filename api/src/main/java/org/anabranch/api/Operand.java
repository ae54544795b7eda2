package org.anabranch.api;

import java.util.Objects;

/**
 * A range with the way it is used. The kernel sees the range as memory whose index 0 is its first
 * byte.
 *
 * @param range the memory
 * @param mode how it is used
 */
public record Operand(Range range, Mode mode) implements Argument {

    /** Checks for null. */
    public Operand {
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(mode, "mode");
    }
}
