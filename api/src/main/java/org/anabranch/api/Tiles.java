package org.anabranch.api;

/**
 * A matrix as a grid of tiles. Tiles are boxes with pitch: no data is copied.
 *
 * @param buffer the matrix, of one or two extents
 * @param tileRows rows per tile
 * @param tileColumns columns per tile
 */
public record Tiles(Buffer buffer, long tileRows, long tileColumns) {

    /**
     * Checks the values.
     *
     * @throws RangeException if a tile is empty or the buffer has three extents
     */
    public Tiles {
        if (tileRows < 1 || tileColumns < 1) {
            throw new RangeException(
                    "a tile must have at least one row and column, not %s x %s"
                            .formatted(tileRows, tileColumns));
        }
        if (buffer.shape().rank() > 2) {
            throw new RangeException(buffer.name() + " has three extents: only a matrix has tiles");
        }
    }

    /** {@return the number of rows of tiles} */
    public long rows() {
        return (buffer.shape().rows() + tileRows - 1) / tileRows;
    }

    /** {@return the number of columns of tiles} */
    public long columns() {
        return (buffer.shape().columns() + tileColumns - 1) / tileColumns;
    }

    /**
     * Returns one tile.
     *
     * @param row row of tiles
     * @param column column of tiles
     * @return its range
     * @throws RangeException if there is no such tile
     */
    public Range tile(long row, long column) {
        if (row < 0 || row >= rows() || column < 0 || column >= columns()) {
            throw new RangeException(
                    "tile (%s, %s) is outside the grid of %s x %s of %s"
                            .formatted(row, column, rows(), columns(), buffer.name()));
        }
        long top = row * tileRows;
        long left = column * tileColumns;
        return buffer.box(
                top,
                left,
                Math.min(tileRows, buffer.shape().rows() - top),
                Math.min(tileColumns, buffer.shape().columns() - left));
    }
}
