package org.anabranch.dense.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;

/**
 * A matrix that lies column by column, cut into blocks of columns. The buffer's rows are the
 * matrix's columns.
 *
 * @param buffer of two extents: the matrix's columns, then its rows
 * @param width columns per block; the last block may have fewer
 */
public record ColumnBlocks(Buffer buffer, int width) {

    /**
     * Checks.
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

    /** {@return rows of the matrix} */
    public long rows() {
        return buffer.shape().columns();
    }

    /** {@return columns of the matrix} */
    public long columns() {
        return buffer.shape().rows();
    }

    /** {@return number of blocks} */
    public int count() {
        return blocks(columns());
    }

    /** {@return how many blocks of this width that many rows or columns are} */
    int blocks(long extent) {
        return Math.toIntExact((extent + width - 1) / width);
    }

    /** {@return the first column of a block; also where its square on the diagonal begins} */
    long start(int block) {
        return (long) block * width;
    }

    /** {@return how many columns a block has} */
    long columns(int block) {
        return Math.min(width, columns() - start(block));
    }

    /** {@return some rows of a block of columns} */
    Range part(int block, long row, long rows) {
        return buffer.box(start(block), row, columns(block), rows);
    }

    /** {@return the rows from here on of a block of columns} */
    Range below(int block, long row) {
        return part(block, row, rows() - row);
    }
}
