package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;

/**
 * A sparse symmetric matrix: its lower triangle, by rows, columns ascending. Row i has the entries
 * from {@code starts[i]} to {@code starts[i + 1]}. Not to be changed.
 */
record SymmetricMatrix(int n, int[] starts, int[] columns, double[] values) {

    /** The diagonal, zero where there is no entry. */
    double[] diagonal() {
        double[] diagonal = new double[n];
        for (int i = 0; i < n; i++) {
            int end = starts[i + 1];
            if (end > starts[i] && columns[end - 1] == i) {
                diagonal[i] = values[end - 1];
            }
        }
        return diagonal;
    }

    /** The largest absolute value. */
    double largest() {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** The product with a vector. */
    double[] times(double[] x) {
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                int j = columns[at];
                sum += values[at] * x[j];
                if (j != i) {
                    y[j] += values[at] * x[i];
                }
            }
            y[i] += sum;
        }
        return y;
    }

    /** Writes the lower triangle to zeroed memory of n rows of n doubles. */
    void fill(MemorySegment dense) {
        for (int i = 0; i < n; i++) {
            for (int at = starts[i]; at < starts[i + 1]; at++) {
                dense.setAtIndex(JAVA_DOUBLE, (long) i * n + columns[at], values[at]);
            }
        }
    }
}
