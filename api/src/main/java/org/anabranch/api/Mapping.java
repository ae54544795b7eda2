package org.anabranch.api;

/**
 * A function from a piece of a loop to the region of a buffer that it uses (after the range mappers
 * of Celerity). It lets the platform transfer exactly the data of a piece. It must be pure: the
 * same piece gives the same region.
 */
@FunctionalInterface
public interface Mapping {

    /**
     * Returns the region that a piece uses.
     *
     * @param piece part of the loop
     * @param shape shape of the buffer
     * @return a region inside the buffer
     */
    Region map(Piece piece, Shape shape);

    /**
     * Returns the mapping of index i to element i. A loop of as many dimensions as the buffer maps
     * to a box; a 1-D loop over a buffer of more dimensions indexes its elements in memory order.
     *
     * @return the mapping; it throws {@link RangeException} where the loop exceeds the buffer
     */
    static Mapping each() {
        return around(0);
    }

    /**
     * Returns the mapping of index i to element i and its neighbours up to a distance in every
     * dimension, clipped at the buffer's edge.
     *
     * @param distance in elements, at least 0
     * @return the mapping
     */
    static Mapping around(long distance) {
        return (piece, shape) ->
                piece.rank() == 1 && shape.rank() > 1
                        ? Neighbourhood.linear(piece, shape, distance)
                        : Neighbourhood.box(piece, shape, distance);
    }

    /**
     * Returns the mapping of index i of the outermost dimension to row i (of the outermost extent).
     *
     * @return the mapping
     */
    static Mapping rows() {
        return (piece, shape) -> Neighbourhood.rows(piece, shape);
    }

    /**
     * Returns the mapping of every piece to the whole buffer.
     *
     * @return the mapping
     */
    static Mapping whole() {
        return (piece, shape) -> shape.whole();
    }
}
