package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;
import org.anabranch.dense.arithmetic.Arithmetic;
import org.anabranch.dense.arithmetic.JavaArithmetic;
import org.anabranch.dense.arithmetic.View;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.stream.IntStream;

/**
 * The check of a factor against its matrix, in two ways. Both hold for badly scaled matrices, too,
 * since each element is compared with its own rounding error bound: |A - L L'|(i, j) &lt;= (n + 2)
 * e s(i) s(j) and, for the solution y of A y = b, |b - A y|(i) &lt;= 2 (n + 2) e s(i) sum over j of
 * s(j) |y(j)|, with s(i) the root of A(i, i) and e = 2^-52 (N. Higham, "Accuracy and Stability of
 * Numerical Algorithms", theorems 10.3 and 10.4).
 */
final class FactorCheck {
    private static final int BLOCK = 128;
    private static final int ALL_ROWS = 6144;
    private static final int SAMPLED_BLOCKS = 8;
    private static final double EPSILON = Math.ulp(1.0);

    private final Arithmetic arithmetic = new JavaArithmetic(); // not what it checks
    private final SymmetricMatrix matrix;
    private final MemorySegment factor;
    private final int n;
    private final double[] scale;
    private final DoubleAccumulator largest = new DoubleAccumulator(FactorCheck::worse, 0);
    private final DoubleAccumulator largestScaled = new DoubleAccumulator(FactorCheck::worse, 0);

    /**
     * Creates a check.
     *
     * @param matrix the original
     * @param factor its factor in the lower triangle, n rows of n doubles
     */
    FactorCheck(SymmetricMatrix matrix, MemorySegment factor) {
        this.matrix = matrix;
        this.factor = factor;
        this.n = matrix.n();
        this.scale = Arrays.stream(matrix.diagonal()).map(Math::sqrt).toArray();
    }

    /**
     * The outcome.
     *
     * @param passed true if both checks hold
     * @param residual max |A - L L'| / max |A|
     * @param scaledResidual max |A - L L'|(i, j) / s(i) s(j)
     * @param backwardError max |b - A y|(i) / s(i) sum s(j) |y(j)|
     * @param forwardError max |x - y| / max |x|
     * @param words all of it
     */
    record Outcome(
            boolean passed,
            double residual,
            double scaledResidual,
            double backwardError,
            double forwardError,
            String words) {}

    /** Runs both checks, the first on the workers of the host. */
    Outcome run(Platform platform) {
        boolean all = n <= ALL_ROWS;
        int blocks = (n + BLOCK - 1) / BLOCK;
        int[] rows =
                all
                        ? IntStream.range(0, blocks).toArray()
                        : new SplittableRandom(n)
                                .ints(SAMPLED_BLOCKS, 0, blocks)
                                .distinct()
                                .toArray();
        try (Finish finish = platform.finish()) {
            finish.forasync(Loop.of(0, rows.length), i -> compare(rows[(int) i] * BLOCK));
        }
        double residual = largest.get() / matrix.largest();
        double scaled = largestScaled.get();
        double[] x = new SplittableRandom(2003).doubles(n, 1, 2).toArray();
        double[] b = matrix.times(x);
        double[] y = solve(b);
        double backward = backwardError(b, y);
        double forward = forwardError(x, y);
        double bound = (n + 2) * EPSILON;
        String words =
                String.format(
                        Locale.ROOT,
                        "max |A - L L'| / max |A| = %.3g%s; scaled by the roots of the diagonal"
                            + " %.3g (bound %.3g); solve with known solution: scaled residual %.3g"
                            + " (bound %.3g), largest relative error %.3g",
                        residual,
                        all ? "" : " in a random sample of rows",
                        scaled,
                        bound,
                        backward,
                        2 * bound,
                        forward);
        boolean passed = scaled <= bound && backward <= 2 * bound;
        return new Outcome(passed, residual, scaled, backward, forward, words);
    }

    private static double worse(double a, double b) {
        return Double.isNaN(a) || Double.isNaN(b) ? Double.POSITIVE_INFINITY : Math.max(a, b);
    }

    /**
     * Compares a block of rows, square by square. The product is summed separately and then
     * compared: subtracting term by term would repeat the factorisation's own roundings and hide
     * them.
     */
    private void compare(int top) {
        int rows = Math.min(BLOCK, n - top);
        for (int left = 0; left <= top; left += BLOCK) {
            int columns = Math.min(BLOCK, n - left);
            double[] product = new double[rows * columns];
            View tile =
                    View.of(MemorySegment.ofArray(product), false, false, columns, rows, columns);
            View upper = rows(left, columns, left + columns).transposed();
            arithmetic.gemm(1, rows(top, rows, left + columns), upper, 0, tile);
            double[] entries = entries(top, rows, left, columns);
            for (int i = 0; i < rows; i++) {
                int end = Math.min(columns, top + i + 1 - left);
                for (int j = 0; j < end; j++) {
                    int at = i * columns + j;
                    double error = Math.abs(entries[at] - product[at]);
                    largest.accumulate(error);
                    largestScaled.accumulate(error / (scale[top + i] * scale[left + j]));
                }
            }
        }
    }

    /**
     * Returns the first columns of some rows of L; above the diagonal the factor's memory is zero.
     */
    private View rows(int top, int rows, int columns) {
        MemorySegment from = factor.asSlice((long) top * n * Double.BYTES);
        return View.of(from, false, false, n, rows, columns);
    }

    private double[] entries(int top, int rows, int left, int columns) {
        double[] dense = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int at = matrix.starts()[top + i]; at < matrix.starts()[top + i + 1]; at++) {
                int j = matrix.columns()[at] - left;
                if (j >= 0 && j < columns) {
                    dense[i * columns + j] = matrix.values()[at];
                }
            }
        }
        return dense;
    }

    /** Solves L L' y = b. */
    private double[] solve(double[] b) {
        double[] y = b.clone();
        double[] row = new double[n];
        View l = rows(0, n, n);
        for (int i = 0; i < n; i++) {
            l.load(i, 0, i + 1, row, 0);
            for (int j = 0; j < i; j++) {
                y[i] -= row[j] * y[j];
            }
            y[i] /= row[i];
        }
        for (int i = n - 1; i >= 0; i--) {
            l.load(i, 0, i + 1, row, 0);
            y[i] /= row[i];
            for (int j = 0; j < i; j++) {
                y[j] -= row[j] * y[i];
            }
        }
        return y;
    }

    private double backwardError(double[] b, double[] y) {
        double[] product = matrix.times(y);
        double weight = 0;
        for (int i = 0; i < n; i++) {
            weight += scale[i] * Math.abs(y[i]);
        }
        double worst = 0;
        for (int i = 0; i < n; i++) {
            worst = worse(worst, Math.abs(b[i] - product[i]) / (scale[i] * weight));
        }
        return worst;
    }

    private static double forwardError(double[] x, double[] y) {
        double worst = 0;
        double most = 0;
        for (int i = 0; i < x.length; i++) {
            worst = worse(worst, Math.abs(x[i] - y[i]));
            most = Math.max(most, Math.abs(x[i]));
        }
        return worst / most;
    }

    /** Returns the first row, from 0, whose diagonal element is not positive, or -1. */
    int badPivot() {
        for (int i = 0; i < n; i++) {
            double pivot = factor.getAtIndex(JAVA_DOUBLE, (long) i * n + i);
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                return i;
            }
        }
        return -1;
    }
}
