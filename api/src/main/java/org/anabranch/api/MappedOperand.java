package org.anabranch.api;

import java.util.Objects;

/**
 * A buffer of which each piece of a loop uses the part that a mapping names. The kernel sees the
 * whole buffer, so that it indexes with the loop's own indices, and may touch no more than the
 * mapped part.
 *
 * @param buffer the buffer
 * @param mapping from a piece of the loop to a region of the buffer
 * @param mode how the part is used; not {@link Mode#REDUCE}, which loops refuse, since their pieces
 *     run at the same time
 */
public record MappedOperand(Buffer buffer, Mapping mapping, Mode mode) implements Argument {

    /** Checks for null. */
    public MappedOperand {
        Objects.requireNonNull(buffer, "buffer");
        Objects.requireNonNull(mapping, "mapping");
        Objects.requireNonNull(mode, "mode");
    }

    /**
     * The operand of one piece.
     *
     * @param piece part of a loop
     * @return what that piece uses
     * @throws RangeException if the mapping leaves the buffer
     */
    public Operand at(Piece piece) {
        return new Operand(new Range(buffer, mapping.map(piece, buffer.shape())), mode);
    }
}
