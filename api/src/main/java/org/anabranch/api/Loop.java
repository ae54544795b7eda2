package org.anabranch.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A loop nest of one to three dimensions, each {low, high, stride, tile}, with the way it is split.
 * Immutable.
 *
 * <p>The iteration space is the lattice {@code low, low + stride, ...} below {@code high} in each
 * dimension. It is split only at multiples of {@code tile} lattice points from {@code low}, so each
 * index runs exactly once for any low, high, stride and tile.
 *
 * @param dimensions one to three, outermost first
 * @param split how the loop is split into pieces
 */
public record Loop(List<Dimension> dimensions, Split split) {

    /** The way a loop is split into pieces. */
    public enum Split {
        /**
         * Halves the loop on demand of idle workers and devices, down to single tiles; the default.
         */
        RECURSIVE,
        /** Makes one piece per tile, handed out in ascending order. */
        CHUNKED
    }

    /**
     * One dimension.
     *
     * @param low first index
     * @param high bound, not included; an empty dimension if not above {@code low}
     * @param stride step, at least 1
     * @param tile lattice points per tile, at least 1
     */
    public record Dimension(long low, long high, long stride, long tile) {

        /**
         * Checks the values.
         *
         * @throws LoopException if stride or tile is not positive or the extent overflows
         */
        public Dimension {
            if (stride < 1 || tile < 1) {
                throw new LoopException(
                        "stride and tile must be at least 1: stride " + stride + ", tile " + tile);
            }
            if (high > low && high - low < 0) {
                throw new LoopException(
                        "the loop from " + low + " to " + high + " has more than 2^63 indices");
            }
        }

        /** {@return the number of indices} */
        public long count() {
            return Loop.count(low, high, stride);
        }

        /** {@return the number of tiles} */
        public long tiles() {
            long count = count();
            return count == 0 ? 0 : (count - 1) / tile + 1;
        }
    }

    /**
     * Checks the number of dimensions and tiles.
     *
     * @throws LoopException if there are no or more than three dimensions, or more than 2^62 tiles
     */
    public Loop {
        Objects.requireNonNull(split, "split");
        for (int i = 0; i < dimensions.size(); i++) {
            Objects.requireNonNull(dimensions.get(i), "dimension " + i);
        }
        dimensions = List.copyOf(dimensions);
        if (dimensions.isEmpty() || dimensions.size() > 3) {
            throw new LoopException("a loop has 1 to 3 dimensions, not " + dimensions.size());
        }
        long tiles = 1;
        for (Dimension dimension : dimensions) {
            if (tiles > 0 && dimension.tiles() > (1L << 62) / tiles) {
                throw new LoopException("the loop has more than 2^62 tiles");
            }
            tiles *= dimension.tiles();
        }
    }

    /**
     * Returns a loop over {@code low <= i < high} with stride 1 and tile 1.
     *
     * @param low first index
     * @param high bound, not included
     * @return the loop
     */
    public static Loop of(long low, long high) {
        return new Loop(List.of(new Dimension(low, high, 1, 1)), Split.RECURSIVE);
    }

    /**
     * Adds an inner dimension with stride 1 and tile 1.
     *
     * @param low first index
     * @param high bound, not included
     * @return the deeper loop
     */
    public Loop by(long low, long high) {
        List<Dimension> deeper = new ArrayList<>(dimensions);
        deeper.add(new Dimension(low, high, 1, 1));
        return new Loop(deeper, split);
    }

    /**
     * Sets the stride of the innermost dimension.
     *
     * @param stride at least 1
     * @return the changed loop
     */
    public Loop stride(long stride) {
        Dimension last = dimensions.getLast();
        return innermost(new Dimension(last.low, last.high, stride, last.tile));
    }

    /**
     * Sets the tile of the innermost dimension.
     *
     * @param tile lattice points per tile, at least 1
     * @return the changed loop
     */
    public Loop tile(long tile) {
        Dimension last = dimensions.getLast();
        return innermost(new Dimension(last.low, last.high, last.stride, tile));
    }

    /** {@return this loop, split into one piece per tile, in ascending order} */
    public Loop chunked() {
        return new Loop(dimensions, Split.CHUNKED);
    }

    private Loop innermost(Dimension dimension) {
        List<Dimension> changed = new ArrayList<>(dimensions);
        changed.set(changed.size() - 1, dimension);
        return new Loop(changed, split);
    }

    /** {@return the number of tiles, the outermost dimension varying slowest} */
    public long tiles() {
        long tiles = 1;
        for (Dimension dimension : dimensions) {
            tiles *= dimension.tiles();
        }
        return tiles;
    }

    /** {@return the whole loop as one piece} */
    public Piece whole() {
        return box(0, dimensions.getFirst().tiles(), 0, tiles(1), 0, tiles(2));
    }

    /**
     * Returns the piece of one tile.
     *
     * @param index from 0 to {@link #tiles()}, the innermost dimension varying fastest
     * @return its piece
     */
    public Piece pieceAt(long index) {
        long inner = tiles(2);
        long middle = tiles(1);
        long column = index % inner;
        long row = index / inner % middle;
        long slice = index / inner / middle;
        return box(slice, slice + 1, row, row + 1, column, column + 1);
    }

    /**
     * Returns an interval of tiles as boxes: one for a 1-D loop, at most three for a 2-D and five
     * for a 3-D one.
     *
     * @param from first tile
     * @param to bound, not included
     * @return disjoint pieces that cover exactly these tiles
     */
    public List<Piece> pieces(long from, long to) {
        List<Piece> boxes = new ArrayList<>();
        long slab = tiles(1) * tiles(2);
        long at = from;
        while (at < to) {
            long full = Math.min(to / slab, at % slab == 0 ? Long.MAX_VALUE : at / slab);
            if (at % slab == 0 && full * slab > at) {
                boxes.add(box(at / slab, full, 0, tiles(1), 0, tiles(2)));
                at = full * slab;
            } else {
                long bound = Math.min(to, (at / slab + 1) * slab);
                rows(at / slab, at % slab, bound - at / slab * slab, boxes);
                at = bound;
            }
        }
        return boxes;
    }

    private void rows(long slice, long from, long to, List<Piece> boxes) {
        long row = tiles(2);
        long at = from;
        while (at < to) {
            long start = at / row;
            boolean aligned = at % row == 0 && to / row > start;
            long bound = aligned ? to / row * row : Math.min(to, (start + 1) * row);
            long column = at % row;
            boxes.add(
                    aligned
                            ? box(slice, slice + 1, start, to / row, 0, row)
                            : box(slice, slice + 1, start, start + 1, column, column + bound - at));
            at = bound;
        }
    }

    /** Returns the number of tiles of a dimension; 1 for a missing one. */
    private long tiles(int dimension) {
        return dimension < dimensions.size() ? dimensions.get(dimension).tiles() : 1;
    }

    private Piece box(long from0, long to0, long from1, long to1, long from2, long to2) {
        return new Piece(
                dimensions.size(),
                low(0, from0),
                high(0, to0),
                stride(0),
                low(1, from1),
                high(1, to1),
                stride(1),
                low(2, from2),
                high(2, to2),
                stride(2));
    }

    /** Returns the first index of a tile; 0 in a missing dimension. */
    private long low(int index, long tile) {
        if (index >= dimensions.size()) {
            return 0;
        }
        Dimension dimension = dimensions.get(index);
        return dimension.low + tile * dimension.tile * dimension.stride;
    }

    /** Returns the bound of the tiles before {@code tile}; 1 in a missing dimension. */
    private long high(int index, long tile) {
        if (index >= dimensions.size()) {
            return 1;
        }
        Dimension dimension = dimensions.get(index);
        return tile >= dimension.tiles() ? dimension.high : low(index, tile);
    }

    private long stride(int index) {
        return index < dimensions.size() ? dimensions.get(index).stride : 1;
    }

    static long count(long low, long high, long stride) {
        return high <= low ? 0 : (high - low - 1) / stride + 1;
    }
}
