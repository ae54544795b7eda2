package org.anabranch.acceptance;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.KernelArguments;

import java.lang.foreign.MemorySegment;

/**
 * A tile of a matrix of doubles, in memory by rows or by columns, as rows of a Java array. Elements
 * from one line of memory to the next are given by the program, since a tile as wide as its matrix
 * arrives as one long line.
 */
final class MatrixBlock {
    private final MemorySegment memory;
    private final int pitch;
    private final boolean byColumns;
    final double[][] row;

    private MatrixBlock(MemorySegment memory, int pitch, boolean byColumns, int rows, int columns) {
        this.memory = memory;
        this.pitch = pitch;
        this.byColumns = byColumns;
        this.row = new double[rows][columns];
    }

    /** Loads an operand. */
    static MatrixBlock of(
            KernelArguments given,
            int position,
            int pitch,
            boolean byColumns,
            int rows,
            int columns) {
        MatrixBlock block =
                new MatrixBlock(given.segment(position), pitch, byColumns, rows, columns);
        double[] line = new double[rows];
        for (int i = 0; i < (byColumns ? columns : rows); i++) {
            if (byColumns) {
                MemorySegment.copy(block.memory, JAVA_DOUBLE, block.offset(i), line, 0, rows);
                for (int r = 0; r < rows; r++) {
                    block.row[r][i] = line[r];
                }
            } else {
                MemorySegment.copy(
                        block.memory, JAVA_DOUBLE, block.offset(i), block.row[i], 0, columns);
            }
        }
        return block;
    }

    /** Stores everything. */
    void store() {
        for (int r = 0; r < row.length; r++) {
            store(r, row[r].length);
        }
    }

    /** Stores the lower triangle, and leaves what is above it alone. */
    void storeLower() {
        for (int r = 0; r < row.length; r++) {
            store(r, r + 1);
        }
    }

    private void store(int r, int count) {
        if (byColumns) {
            for (int c = 0; c < count; c++) {
                memory.set(JAVA_DOUBLE, offset(c) + (long) r * Double.BYTES, row[r][c]);
            }
        } else {
            MemorySegment.copy(row[r], 0, memory, JAVA_DOUBLE, offset(r), count);
        }
    }

    private long offset(int line) {
        return (long) line * pitch * Double.BYTES;
    }
}
