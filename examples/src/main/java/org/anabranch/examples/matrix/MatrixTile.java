package org.anabranch.examples.matrix;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.KernelArguments;

import java.lang.foreign.MemorySegment;

/**
 * A part of a matrix of doubles in memory, row by row. Immutable; the caller owns the memory.
 *
 * @param memory from the first element
 * @param pitch elements from one row to the next
 * @param rows number of rows
 * @param columns number of columns
 */
public record MatrixTile(MemorySegment memory, long pitch, int rows, int columns) {

    /**
     * Returns an operand of a kernel. A tile as wide as its matrix arrives as one long row, so the
     * caller passes its extents.
     *
     * @param arguments of the kernel
     * @param position of the operand
     * @param rows number of rows
     * @param columns number of columns
     * @return the tile
     */
    public static MatrixTile of(KernelArguments arguments, int position, int rows, int columns) {
        long pitch = arguments.rows(position) == 1 ? columns : arguments.pitch(position);
        return new MatrixTile(arguments.segment(position), pitch, rows, columns);
    }

    /**
     * Returns the number of elements of an operand.
     *
     * @param arguments of the kernel
     * @param position of the operand
     * @return rows times columns
     */
    public static long elements(KernelArguments arguments, int position) {
        return arguments.rows(position) * arguments.columns(position);
    }

    /**
     * Returns one element.
     *
     * @param row row in the tile
     * @param column column in the tile
     * @return its value
     */
    public double get(int row, int column) {
        return memory.getAtIndex(JAVA_DOUBLE, row * pitch + column);
    }

    /**
     * Copies part of a row to an array.
     *
     * @param row row in the tile
     * @param column first column
     * @param count number of elements
     * @param target receives them, from its start
     */
    public void load(int row, int column, int count, double[] target) {
        MemorySegment.copy(memory, JAVA_DOUBLE, byteOffset(row, column), target, 0, count);
    }

    /**
     * Copies part of a row from an array.
     *
     * @param row row in the tile
     * @param column first column
     * @param count number of elements
     * @param source the array, from its start
     */
    public void store(int row, int column, int count, double[] source) {
        MemorySegment.copy(source, 0, memory, JAVA_DOUBLE, byteOffset(row, column), count);
    }

    private long byteOffset(int row, int column) {
        return (row * pitch + column) * Double.BYTES;
    }
}
