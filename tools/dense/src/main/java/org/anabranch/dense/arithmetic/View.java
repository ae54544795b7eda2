package org.anabranch.dense.arithmetic;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A matrix in memory. Its transpose is a view with the steps exchanged, so code over views need not
 * handle layouts, transpositions and triangles. Immutable; the caller owns the memory. Only {@link
 * #of} checks indices; all parts lie within its bounds.
 *
 * @param memory the memory
 * @param single true if elements are floats, else doubles
 * @param start number of the first element in the memory
 * @param rowStep elements from one row to the next
 * @param columnStep elements from one column to the next
 * @param rows number of rows
 * @param columns number of columns
 */
public record View(
        MemorySegment memory,
        boolean single,
        long start,
        long rowStep,
        long columnStep,
        int rows,
        int columns) {

    /**
     * Returns a matrix that begins at the start of a segment.
     *
     * @param memory the memory
     * @param single true if elements are floats
     * @param byColumns true if columns are contiguous, else rows
     * @param pitch elements from one column, or row, to the next
     * @param rows number of rows
     * @param columns number of columns
     * @return the view
     * @throws IndexOutOfBoundsException if it exceeds the segment
     */
    public static View of(
            MemorySegment memory,
            boolean single,
            boolean byColumns,
            long pitch,
            int rows,
            int columns) {
        View view =
                new View(
                        memory,
                        single,
                        0,
                        byColumns ? 1 : pitch,
                        byColumns ? pitch : 1,
                        rows,
                        columns);
        if (rows > 0 && columns > 0) {
            long end = view.index(rows - 1, columns - 1) + 1;
            Objects.checkFromToIndex(0, end, memory.byteSize() / view.bytes());
        }
        return view;
    }

    /** Allocates a matrix of zeros, by columns. */
    static View temporary(Arena arena, boolean single, int rows, int columns) {
        long elements = Math.max(1, (long) rows * columns);
        MemorySegment memory = arena.allocate(elements * (single ? Float.BYTES : Double.BYTES), 64);
        return new View(memory, single, 0, 1, Math.max(1, rows), rows, columns);
    }

    /** {@return the size of an element in bytes} */
    public int bytes() {
        return single ? Float.BYTES : Double.BYTES;
    }

    /** {@return true if each column is contiguous} */
    public boolean byColumns() {
        return rowStep == 1;
    }

    /** {@return the memory from the first element on} */
    public MemorySegment address() {
        return memory.asSlice(start * bytes());
    }

    /**
     * {@return the distance of columns, or of rows: the one that is not 1, for a library's leading
     * dimension}
     */
    public int pitch() {
        long step = byColumns() ? Math.max(rows, columnStep) : Math.max(columns, rowStep);
        return Math.toIntExact(Math.max(1, step));
    }

    /** {@return the transpose} */
    public View transposed() {
        return new View(memory, single, start, columnStep, rowStep, columns, rows);
    }

    /**
     * Returns a part.
     *
     * @param row its first row
     * @param column its first column
     * @param height number of rows
     * @param width number of columns
     * @return the part
     */
    public View part(int row, int column, int height, int width) {
        return new View(memory, single, index(row, column), rowStep, columnStep, height, width);
    }

    private long index(int row, int column) {
        return start + row * rowStep + column * columnStep;
    }

    /**
     * Returns one element.
     *
     * @param row from 0
     * @param column from 0
     * @return its value
     */
    public double get(int row, int column) {
        long at = index(row, column);
        return single ? memory.getAtIndex(JAVA_FLOAT, at) : memory.getAtIndex(JAVA_DOUBLE, at);
    }

    void set(int row, int column, double value) {
        long at = index(row, column);
        if (single) {
            memory.setAtIndex(JAVA_FLOAT, at, (float) value);
        } else {
            memory.setAtIndex(JAVA_DOUBLE, at, value);
        }
    }

    /**
     * Copies part of a row to an array.
     *
     * @param row from 0
     * @param column its first column
     * @param count number of elements
     * @param target receives them
     * @param at index of the first one
     */
    public void load(int row, int column, int count, double[] target, int at) {
        if (!single && columnStep == 1) {
            MemorySegment.copy(
                    memory, JAVA_DOUBLE, index(row, column) * Double.BYTES, target, at, count);
            return;
        }
        for (int j = 0; j < count; j++) {
            target[at + j] = get(row, column + j);
        }
    }

    /**
     * Copies part of a row from an array.
     *
     * @param row from 0
     * @param column its first column
     * @param count number of elements
     * @param source the array
     * @param at index of the first one
     */
    public void store(int row, int column, int count, double[] source, int at) {
        if (!single && columnStep == 1) {
            MemorySegment.copy(
                    source, at, memory, JAVA_DOUBLE, index(row, column) * Double.BYTES, count);
            return;
        }
        for (int j = 0; j < count; j++) {
            set(row, column + j, source[at + j]);
        }
    }

    /** Sets all elements to zero. */
    public void clear() {
        scale(0);
    }

    /** Returns the rows as arrays. */
    double[][] load() {
        double[][] values = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            load(i, 0, columns, values[i], 0);
        }
        return values;
    }

    /** Sets all values. */
    void store(double[][] values) {
        for (int i = 0; i < rows; i++) {
            store(i, 0, columns, values[i], 0);
        }
    }

    /** Copies a matrix of the same extents. */
    void copyFrom(View other) {
        boolean across = !byColumns();
        View to = across ? this : transposed();
        View from = across ? other : other.transposed();
        double[] line = new double[to.columns];
        for (int i = 0; i < to.rows; i++) {
            from.load(i, 0, to.columns, line, 0);
            to.store(i, 0, to.columns, line, 0);
        }
    }

    /**
     * Multiplies all elements; a factor of zero sets even NaNs to zero.
     *
     * @param factor the factor
     */
    public void scale(double factor) {
        View lines = byColumns() ? transposed() : this;
        double[] line = new double[lines.columns];
        for (int i = 0; i < lines.rows; i++) {
            if (factor != 0) {
                lines.load(i, 0, lines.columns, line, 0);
                for (int j = 0; j < line.length; j++) {
                    line[j] *= factor;
                }
            }
            lines.store(i, 0, lines.columns, line, 0);
        }
    }
}
