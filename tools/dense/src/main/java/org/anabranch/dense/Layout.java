package org.anabranch.dense;

/** The memory layout of a matrix. */
public enum Layout {
    /** Row by row: a tile's rows are the rows of its range, and its pitch leads to the next row. */
    ROWS,

    /** Column by column: a tile's columns are the rows of its range. */
    COLUMNS
}
