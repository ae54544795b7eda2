package org.anabranch.acceptance;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A matrix on the heap, by rows, to compute expectations with.
 *
 * @param rows number of rows
 * @param columns number of columns
 * @param values by rows
 */
record Matrix(int rows, int columns, double[] values) {

    /** Zeros. */
    Matrix(int rows, int columns) {
        this(rows, columns, new double[Math.multiplyExact(rows, columns)]);
    }

    /** Between 0.5 and 1.5, so that no sum of products is close to zero. */
    static Matrix random(int rows, int columns, SplittableRandom random) {
        Matrix matrix = new Matrix(rows, columns);
        for (int i = 0; i < matrix.values.length; i++) {
            matrix.values[i] = 0.5 + random.nextDouble();
        }
        return matrix;
    }

    /** The content of a buffer of two extents. */
    static Matrix of(Buffer buffer) {
        return new Matrix(
                (int) buffer.shape().rows(),
                (int) buffer.shape().columns(),
                buffer.read().toArray(JAVA_DOUBLE));
    }

    double at(int row, int column) {
        return values[row * columns + column];
    }

    void set(int row, int column, double value) {
        values[row * columns + column] = value;
    }

    void copyTo(MemorySegment memory) {
        MemorySegment.copy(values, 0, memory, JAVA_DOUBLE, 0, values.length);
    }

    Matrix transposed() {
        Matrix result = new Matrix(columns, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result.set(j, i, at(i, j));
            }
        }
        return result;
    }

    /** The plain product, rows in parallel. */
    Matrix times(Matrix right) {
        Matrix result = new Matrix(rows, right.columns);
        IntStream.range(0, rows).parallel().forEach(i -> row(i, right, result));
        return result;
    }

    private void row(int i, Matrix right, Matrix result) {
        int target = i * right.columns;
        for (int p = 0; p < columns; p++) {
            double factor = at(i, p);
            int source = p * right.columns;
            for (int j = 0; j < right.columns; j++) {
                result.values[target + j] += factor * right.values[source + j];
            }
        }
    }
}
