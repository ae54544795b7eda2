package org.anabranch.api;

/**
 * How a piece of a loop maps to a region of a buffer (after the range mappers of Celerity). It lets
 * a piece travel with exactly its data. Must be pure: same piece, same region.
 */
@FunctionalInterface
public interface Mapping {

    /**
     * The region that a piece uses.
     *
     * @param piece part of the loop
     * @param shape shape of the buffer
     * @return a region inside the buffer
     */
    Region map(Piece piece, Shape shape);

    /**
     * Element i for index i. A loop of as many dimensions as the buffer maps to a box; a 1-D loop
     * over a deeper buffer indexes its elements in memory order.
     *
     * @return the mapping; it throws {@link RangeException} where the loop leaves the buffer
     */
    static Mapping each() {
        return around(0);
    }

    /**
     * Element i and its neighbours up to the given distance in every dimension, cut off at the
     * buffer's edge.
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
     * Row i (of the outermost extent) for index i of the outermost dimension.
     *
     * @return the mapping
     */
    static Mapping rows() {
        return (piece, shape) -> Neighbourhood.rows(piece, shape);
    }

    /**
     * The whole buffer for every piece.
     *
     * @return the mapping
     */
    static Mapping whole() {
        return (piece, shape) -> shape.whole();
    }
}
