package org.anabranch.k2h.program;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.K2hException;

import java.util.List;

/**
 * A loop of one to three dimensions, with the way it is split (K2H-M3). Immutable.
 *
 * @param dimensions outermost first
 * @param split how it is split into pieces
 * @param elementBytes if not 0, cuts of the innermost dimension fall on cache lines of an array of
 *     elements of this size, element i for index i (K2H-C7)
 * @param firstOffset bytes from a line to element 0 of that array, less than 128
 */
public record LoopDomain(
        List<Dimension> dimensions, Split split, int elementBytes, int firstOffset) {

    /** The way a loop is split into pieces. */
    public enum Split {
        /** Halves at multiples of a tile. */
        WS_RECURSION,
        /** One task per tile. */
        CHUNKED,
        /**
         * Halves at the midpoint until at most a tile is left, as HClib does: leaves do not end at
         * cache lines. To demonstrate the resulting faults.
         */
        MIDPOINT
    }

    /**
     * One dimension.
     *
     * @param low first index
     * @param high bound, not included
     * @param stride step
     * @param tile lattice points per tile
     */
    public record Dimension(long low, long high, long stride, long tile) {

        /** Checks the values. */
        public Dimension {
            if (stride < 1 || tile < 1) {
                throw new K2hException.Program(
                        "stride and tile must be at least 1, not " + stride + " and " + tile);
            }
            if (high > low && high - low < 0) {
                throw new K2hException.Program(
                        "the loop from " + low + " to " + high + " has more than 2^63 indices");
            }
        }

        long count() {
            return high <= low ? 0 : (high - low - 1) / stride + 1;
        }
    }

    /** Checks the values. */
    public LoopDomain {
        dimensions = List.copyOf(dimensions);
        if (dimensions.isEmpty() || dimensions.size() > 3) {
            throw new K2hException.Program(
                    "a loop has 1 to 3 dimensions, not " + dimensions.size());
        }
        if (elementBytes < 0
                || elementBytes > 0 && Integer.bitCount(elementBytes) != 1
                || firstOffset < 0
                || firstOffset >= Board.LINE) {
            throw new K2hException.Program(
                    "an element has a power of two of bytes, not %s at offset %s"
                            .formatted(elementBytes, firstOffset));
        }
        if (split == Split.MIDPOINT && dimensions.size() > 1) {
            throw new K2hException.Program("midpoint halving is for one dimension");
        }
    }

    /**
     * Returns a recursive 1-D loop.
     *
     * @param high bound, not included
     * @param tile lattice points per tile
     */
    public static LoopDomain of(long low, long high, long stride, long tile) {
        return new LoopDomain(
                List.of(new Dimension(low, high, stride, tile)), Split.WS_RECURSION, 0, 0);
    }

    /** {@return true if it has no index} */
    public boolean isEmpty() {
        return dimensions.stream().anyMatch(dimension -> dimension.count() == 0);
    }

    /** Changes the way of splitting. */
    public LoopDomain with(Split how) {
        return new LoopDomain(dimensions, how, elementBytes, firstOffset);
    }

    /**
     * Permits cuts at cache lines only.
     *
     * @param bytes size of an element of the written array
     * @param base address of its element 0
     */
    public LoopDomain onLines(int bytes, long base) {
        return new LoopDomain(dimensions, split, bytes, (int) (base & Board.LINE - 1));
    }
}
