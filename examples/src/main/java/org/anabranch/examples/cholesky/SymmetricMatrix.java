package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;
import org.anabranch.dense.file.MatrixFile;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A sparse symmetric matrix: its lower triangle, by rows, columns ascending. Row i has the entries
 * from {@code starts[i]} to {@code starts[i + 1]}. Not to be modified.
 */
record SymmetricMatrix(int n, int[] starts, int[] columns, double[] values) {

    private static final int BYTES_PER_ENTRY = 12;

    /**
     * Extracts a matrix from dense memory, and sets the part above the diagonal there to zero.
     *
     * @param file for messages
     * @param dense n rows of n doubles
     * @throws ProgramException if it is not symmetric, or has too many entries
     */
    static SymmetricMatrix of(MatrixFile file, MemorySegment dense) {
        int n = Math.toIntExact(file.rows());
        int[] starts = new int[n + 1];
        long count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                count += checked(file, dense, i, j) == 0 ? 0 : 1;
            }
            refuseTooMany(file, count);
            starts[i + 1] = (int) count;
        }
        int[] columns = new int[(int) count];
        double[] values = new double[(int) count];
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double value = dense.getAtIndex(JAVA_DOUBLE, (long) i * n + j);
                if (value != 0) {
                    columns[at] = j;
                    values[at++] = value;
                }
            }
            long end = (i + 1L) * n;
            dense.asSlice((end - n + i + 1) * Double.BYTES, (n - i - 1L) * Double.BYTES)
                    .fill((byte) 0);
        }
        return new SymmetricMatrix(n, starts, columns, values);
    }

    private static double checked(MatrixFile file, MemorySegment dense, int i, int j) {
        long n = file.rows();
        double below = dense.getAtIndex(JAVA_DOUBLE, j * n + i); // column j
        double above = dense.getAtIndex(JAVA_DOUBLE, i * n + j);
        if (below != above) {
            boolean first = below != 0;
            throw new ProgramException(
                    "%s: the matrix is not symmetric: (%s, %s) is %s, its mirror image is %s"
                            .formatted(
                                    file.place(first ? i : j, first ? j : i),
                                    i + 1,
                                    j + 1,
                                    below,
                                    above));
        }
        return below;
    }

    private static void refuseTooMany(MatrixFile file, long count) {
        long most =
                Math.min(
                        Integer.MAX_VALUE - 8,
                        Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_ENTRY);
        if (count > most) {
            throw new ProgramException(
                    "%s: more than %s entries do not fit beside the factor in this process"
                            .formatted(file.name(), most));
        }
    }

    /** Returns the diagonal, zero where there is no entry. */
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

    /** Returns the largest absolute value. */
    double largest() {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    /** Returns the 1-norm: the largest sum of the absolute values of a column. */
    double norm() {
        double[] sizes = Arrays.stream(values).map(Math::abs).toArray();
        double[] ones = new double[n];
        Arrays.fill(ones, 1);
        return Arrays.stream(new SymmetricMatrix(n, starts, columns, sizes).times(ones))
                .max()
                .orElse(0);
    }

    /** Returns the product with a vector. */
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
}
