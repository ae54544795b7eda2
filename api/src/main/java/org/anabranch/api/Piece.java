package org.anabranch.api;

/**
 * A part of a loop: in each dimension the indices {@code low, low + stride, ...} below {@code
 * high}. Immutable. Dimension 0 is the outermost; unused dimensions have the single index 0.
 *
 * @param rank dimensions in use, 1 to 3
 * @param low0 first index of dimension 0
 * @param high0 bound of dimension 0, not included
 * @param stride0 step of dimension 0
 * @param low1 first index of dimension 1
 * @param high1 bound of dimension 1
 * @param stride1 step of dimension 1
 * @param low2 first index of dimension 2
 * @param high2 bound of dimension 2
 * @param stride2 step of dimension 2
 */
public record Piece(
        int rank,
        long low0,
        long high0,
        long stride0,
        long low1,
        long high1,
        long stride1,
        long low2,
        long high2,
        long stride2) {

    /**
     * Returns a 1-D piece.
     *
     * @param low first index
     * @param high bound, not included
     * @param stride step
     * @return the piece
     */
    public static Piece of(long low, long high, long stride) {
        return new Piece(1, low, high, stride, 0, 1, 1, 0, 1, 1);
    }

    /**
     * Returns the first index of a dimension.
     *
     * @param dimension 0 to 2
     * @return its first index
     */
    public long low(int dimension) {
        return dimension == 0 ? low0 : dimension == 1 ? low1 : low2;
    }

    /**
     * Returns the bound of a dimension.
     *
     * @param dimension 0 to 2
     * @return its bound, not included
     */
    public long high(int dimension) {
        return dimension == 0 ? high0 : dimension == 1 ? high1 : high2;
    }

    /**
     * Returns the step of a dimension.
     *
     * @param dimension 0 to 2
     * @return its step
     */
    public long stride(int dimension) {
        return dimension == 0 ? stride0 : dimension == 1 ? stride1 : stride2;
    }

    /**
     * Returns the number of indices of a dimension.
     *
     * @param dimension 0 to 2
     * @return its number of indices
     */
    public long count(int dimension) {
        return Loop.count(low(dimension), high(dimension), stride(dimension));
    }

    /** {@return the number of index tuples} */
    public long size() {
        return count(0) * count(1) * count(2);
    }

    /**
     * Returns the last index plus one: the exact bound, without the remainder of the stride.
     *
     * @param dimension 0 to 2
     * @return one more than the last index, or {@code low} if there is none
     */
    public long end(int dimension) {
        long count = count(dimension);
        return count == 0 ? low(dimension) : low(dimension) + (count - 1) * stride(dimension) + 1;
    }

    /**
     * Returns this piece with other bounds of one dimension.
     *
     * @param dimension 0 to 2
     * @param low its first index
     * @param high its bound, not included
     * @return the piece
     */
    public Piece between(int dimension, long low, long high) {
        return new Piece(
                rank,
                dimension == 0 ? low : low0,
                dimension == 0 ? high : high0,
                stride0,
                dimension == 1 ? low : low1,
                dimension == 1 ? high : high1,
                stride1,
                dimension == 2 ? low : low2,
                dimension == 2 ? high : high2,
                stride2);
    }

    /** {@return the indices of each dimension in use, as messages name them} */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int dimension = 0; dimension < rank; dimension++) {
            text.append(dimension == 0 ? "" : ", ").append(low(dimension));
            text.append(" to ").append(high(dimension));
            if (stride(dimension) != 1) {
                text.append(" by ").append(stride(dimension));
            }
        }
        return text.toString();
    }
}
