package org.anabranch.api;

import java.util.Objects;

/**
 * A loop operand: a buffer of which each piece of the loop uses the part that a mapping returns.
 * The kernel sees the whole buffer, so that it can use the loop's own indices, but may access only
 * the mapped part.
 *
 * @param buffer the buffer
 * @param mapping from a piece of the loop to a region of the buffer
 * @param mode how the part is accessed; not {@link Mode#REDUCE}, which loops reject, since their
 *     pieces run at the same time
 */
public record MappedOperand(Buffer buffer, Mapping mapping, Mode mode) implements Argument {

    /** Checks for null. */
    public MappedOperand {
        Objects.requireNonNull(buffer, "buffer");
        Objects.requireNonNull(mapping, "mapping");
        Objects.requireNonNull(mode, "mode");
    }

    /**
     * Returns the operand of one piece.
     *
     * @param piece part of a loop
     * @return the range that this piece uses, with the mode
     * @throws RangeException if the mapping exceeds the buffer
     */
    public Operand at(Piece piece) {
        return new Operand(new Range(buffer, mapping.map(piece, buffer.shape())), mode);
    }
}
