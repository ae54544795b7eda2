package org.anabranch.k2h.program;

/** A box of the indices of a loop. Immutable. */
public final class Tile {
    private final long[] bounds;

    Tile(long[] bounds) {
        this.bounds = bounds;
    }

    /** Returns the first index of a dimension. */
    public long low(int dimension) {
        return bounds[dimension * 3];
    }

    /**
     * Returns the bound of a dimension.
     *
     * @return its bound, not included
     */
    public long high(int dimension) {
        return bounds[dimension * 3 + 1];
    }

    /** Returns the step of a dimension. */
    public long stride(int dimension) {
        return bounds[dimension * 3 + 2];
    }

    /** {@return the number of dimensions} */
    public int rank() {
        return bounds.length / 3;
    }
}
