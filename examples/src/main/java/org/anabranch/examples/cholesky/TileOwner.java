package org.anabranch.examples.cholesky;

/**
 * Which stream computes a tile of the factor: the rows, or the columns, of tiles go round the
 * streams.
 */
enum TileOwner {
    /** A row of tiles belongs to one stream. */
    ROWS,
    /** A column of tiles belongs to one stream. */
    COLUMNS;

    /** The number of the stream. */
    int of(long row, long column, int streams) {
        return (int) ((this == ROWS ? row : column) % streams);
    }
}
