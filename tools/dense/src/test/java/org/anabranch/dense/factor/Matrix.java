package org.anabranch.dense.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A small matrix by columns, and the plain loops that results are compared with. */
record Matrix(int rows, int columns, double[] elements) {
    private static final double EPSILON = Math.ulp(1.0) / 2;

    static final List<String> KINDS =
            List.of("random", "graded", "nearly singular", "huge", "tiny");

    static Matrix zero(int rows, int columns) {
        return new Matrix(rows, columns, new double[rows * columns]);
    }

    static Matrix random(int rows, int columns, long seed) {
        double[] elements =
                new SplittableRandom(seed).doubles((long) rows * columns, -1, 1).toArray();
        return new Matrix(rows, columns, elements);
    }

    static Matrix identity(int n) {
        Matrix made = zero(n, n);
        for (int i = 0; i < n; i++) {
            made.set(i, i, 1);
        }
        return made;
    }

    /** Of the kinds that LAPACK tests with. */
    static Matrix of(String kind, int rows, int columns) {
        Matrix a = random(rows, columns, rows * 31L + columns);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                switch (kind) {
                    case "graded" ->
                            a.set(
                                    i,
                                    j,
                                    a.get(i, j)
                                            * Math.pow(10, -12.0 * i / rows - 6.0 * j / columns));
                    case "nearly singular" -> {
                        if (j == columns / 2 && j > 0) {
                            a.set(i, j, a.get(i, 0) + 1e-14 * a.get(i, j));
                        }
                    }
                    case "huge" -> a.set(i, j, a.get(i, j) * 1e290);
                    case "tiny" -> a.set(i, j, a.get(i, j) * 1e-280);
                    default -> {}
                }
            }
        }
        return a;
    }

    double get(int i, int j) {
        return elements[j * rows + i];
    }

    void set(int i, int j, double value) {
        elements[j * rows + i] = value;
    }

    Matrix times(Matrix other) {
        Matrix product = zero(rows, other.columns);
        for (int j = 0; j < other.columns; j++) {
            for (int k = 0; k < columns; k++) {
                for (int i = 0; i < rows; i++) {
                    product.elements[j * rows + i] += get(i, k) * other.get(k, j);
                }
            }
        }
        return product;
    }

    Matrix transposed() {
        Matrix made = zero(columns, rows);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                made.set(j, i, get(i, j));
            }
        }
        return made;
    }

    Matrix minus(Matrix other) {
        double[] difference = elements.clone();
        Arrays.setAll(difference, i -> elements[i] - other.elements[i]);
        return new Matrix(rows, columns, difference);
    }

    Matrix top(int count) {
        Matrix made = zero(count, columns);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < count; i++) {
                made.set(i, j, get(i, j));
            }
        }
        return made;
    }

    /** Returns the part below the diagonal, with ones on it, in so many columns. */
    Matrix unitLower(int depth) {
        Matrix made = zero(rows, depth);
        for (int j = 0; j < depth; j++) {
            for (int i = j; i < rows; i++) {
                made.set(i, j, i == j ? 1 : get(i, j));
            }
        }
        return made;
    }

    /** Returns the part on and above the diagonal, in so many rows. */
    Matrix upper(int depth) {
        Matrix made = zero(depth, columns);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i <= Math.min(j, depth - 1); i++) {
                made.set(i, j, get(i, j));
            }
        }
        return made;
    }

    /** The largest sum of a column. */
    double norm() {
        double norm = 0;
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int i = 0; i < rows; i++) {
                sum += Math.abs(get(i, j));
            }
            norm = Math.max(norm, sum); // a NaN stays
        }
        return norm;
    }

    /** The norm in units of LAPACK's tests. */
    double scaled(double... by) {
        double scale = Math.max(rows, columns) * EPSILON;
        for (double factor : by) {
            scale *= factor;
        }
        return norm() / scale;
    }

    Buffer in(Platform platform) {
        Buffer buffer = platform.buffer(JAVA_DOUBLE, columns, rows);
        buffer.write().copyFrom(MemorySegment.ofArray(elements));
        return buffer;
    }

    static Matrix of(Buffer buffer) {
        return new Matrix(
                (int) buffer.shape().columns(),
                (int) buffer.shape().rows(),
                buffer.read().toArray(JAVA_DOUBLE));
    }
}
