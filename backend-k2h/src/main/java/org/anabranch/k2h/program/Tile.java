package org.anabranch.k2h.program;

import java.util.stream.LongStream;

/** A box of the indices of a loop. Immutable. */
public final class Tile {
    private final long[] bounds;

    Tile(long[] bounds) {
        this.bounds = bounds;
    }

    /** Returns all indices of a loop, as one tile. */
    public static Tile whole(LoopDomain domain) {
        return new Tile(
                domain.dimensions().stream()
                        .flatMapToLong(d -> LongStream.of(d.low(), d.high(), d.stride()))
                        .toArray());
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
