package org.anabranch.examples.cholesky;

/**
 * The rule by which streams own tiles of the factor: rows, or columns, of tiles are assigned to
 * streams in turn.
 */
enum TileOwner {
    /** A row of tiles belongs to one stream. */
    ROWS,
    /** A column of tiles belongs to one stream. */
    COLUMNS;

    /** Returns the number of the stream. */
    int of(long row, long column, int streams) {
        return (int) ((this == ROWS ? row : column) % streams);
    }
}
