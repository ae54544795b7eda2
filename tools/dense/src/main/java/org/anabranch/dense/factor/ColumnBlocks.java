package org.anabranch.dense.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;

/**
 * A matrix stored by columns, divided into blocks of columns. The buffer's rows are the matrix's
 * columns.
 *
 * @param buffer of two extents: the matrix's columns, then its rows
 * @param width columns per block; the last block may have fewer
 */
public record ColumnBlocks(Buffer buffer, int width) {

    /**
     * Checks the values.
     *
     * @throws RangeException if a block is empty or the buffer does not have two extents
     */
    public ColumnBlocks {
        if (width < 1) {
            throw new RangeException("a block has at least one column, not " + width);
        }
        if (buffer.shape().rank() != 2) {
            throw new RangeException(
                    buffer.name() + " must have two extents, the matrix's columns and rows");
        }
    }

    /** {@return the number of rows of the matrix} */
    public long rows() {
        return buffer.shape().columns();
    }

    /** {@return the number of columns of the matrix} */
    public long columns() {
        return buffer.shape().rows();
    }

    /** {@return the number of blocks} */
    public int count() {
        return blocks(columns());
    }

    /** {@return the number of blocks of this width that cover an extent} */
    int blocks(long extent) {
        return Math.toIntExact((extent + width - 1) / width);
    }

    /**
     * {@return the first column of a block, which is also the first row of its square on the
     * diagonal}
     */
    long start(int block) {
        return (long) block * width;
    }

    /** {@return the number of columns of a block} */
    long columns(int block) {
        return Math.min(width, columns() - start(block));
    }

    /** {@return some rows of a block of columns} */
    Range part(int block, long row, long rows) {
        return buffer.box(start(block), row, columns(block), rows);
    }

    /** {@return the rows of a block of columns from a row on} */
    Range below(int block, long row) {
        return part(block, row, rows() - row);
    }
}
