package org.anabranch.dense.arithmetic;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** The base cases of the recursion, computed in doubles. */
final class SmallParts {
    private static final int WIDTH = 256;

    private SmallParts() {}

    /** Computes the lower triangle of C = A + beta C. */
    static void addLower(View a, double beta, View c) {
        View from = c.byColumns() ? a.transposed() : a;
        View to = c.byColumns() ? c.transposed() : c;
        int n = c.rows();
        double[] sum = new double[n];
        double[] old = new double[n];
        for (int i = 0; i < n; i++) {
            int begin = c.byColumns() ? i : 0;
            int count = c.byColumns() ? n - i : i + 1;
            from.load(i, begin, count, sum, 0);
            if (beta != 0) {
                to.load(i, begin, count, old, 0);
                addTo(sum, beta, old, count);
            }
            to.store(i, begin, count, sum, 0);
        }
    }

    /** Computes B = T^-1 B. */
    static void solve(boolean lower, boolean unit, View t, View b) {
        double[][] triangle = t.load();
        for (int left = 0; left < b.columns(); left += WIDTH) {
            View part = b.part(0, left, b.rows(), Math.min(WIDTH, b.columns() - left));
            double[][] x = part.load();
            int n = x.length;
            for (int step = 0; step < n; step++) {
                int k = lower ? step : n - 1 - step;
                if (!unit) {
                    divide(x[k], triangle[k][k], 0, x[k].length);
                }
                for (int i = lower ? k + 1 : 0; i < (lower ? n : k); i++) {
                    addTo(x[i], -triangle[i][k], x[k], x[k].length);
                }
            }
            part.store(x);
        }
    }

    /** Computes the Cholesky factor of a lower triangle; returns the first bad pivot, or -1. */
    static int factor(View a) {
        int n = a.rows();
        double[][] columns = new double[n][n];
        View lines = a.transposed(); // so that a row of lines is a column of A
        for (int j = 0; j < n; j++) {
            lines.load(j, j, n - j, columns[j], j);
        }
        int bad = -1;
        for (int j = 0; j < n && bad < 0; j++) {
            double[] column = columns[j];
            double pivot = column[j];
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                bad = j;
                break;
            }
            column[j] = Math.sqrt(pivot);
            divide(column, column[j], j + 1, n);
            for (int k = j + 1; k < n; k++) {
                double factor = -column[k];
                double[] other = columns[k];
                for (int i = k; i < n; i++) {
                    other[i] = Math.fma(factor, column[i], other[i]);
                }
            }
        }
        for (int j = 0; j < n; j++) {
            lines.store(j, j, n - j, columns[j], j);
        }
        return bad;
    }

    /** Computes L and U of a narrow panel; returns the first column without a pivot, or -1. */
    static int eliminate(View a, MemorySegment pivots) {
        double[][] columns = a.transposed().load();
        int m = a.rows();
        int bad = -1;
        for (int j = 0; j < columns.length; j++) {
            int pivot = largest(columns[j], j, m);
            pivots.setAtIndex(JAVA_INT, j, pivot);
            if (columns[j][pivot] == 0) {
                bad = bad < 0 ? j : bad;
                continue;
            }
            for (double[] column : columns) {
                double upper = column[j];
                column[j] = column[pivot];
                column[pivot] = upper;
            }
            divide(columns[j], columns[j][j], j + 1, m);
            for (int k = j + 1; k < columns.length; k++) {
                double factor = -columns[k][j];
                for (int i = j + 1; i < m; i++) {
                    columns[k][i] = Math.fma(factor, columns[j][i], columns[k][i]);
                }
            }
        }
        a.transposed().store(columns);
        return bad;
    }

    /** Returns the index of the largest absolute value; a NaN counts as the largest. */
    private static int largest(double[] column, int from, int to) {
        int found = from;
        for (int i = from; i < to; i++) {
            if (Double.isNaN(column[i])) {
                return i;
            }
            found = Math.abs(column[i]) > Math.abs(column[found]) ? i : found;
        }
        return found;
    }

    /** Interchanges rows: as a whole, or, for doubles stored by columns, column by column. */
    static void interchange(View a, MemorySegment pivots, int count, boolean backwards) {
        int[] others = new int[count];
        MemorySegment.copy(pivots, JAVA_INT, 0, others, 0, count);
        if (a.byColumns() && !a.single()) {
            MemorySegment memory = a.memory();
            for (int j = 0; j < a.columns(); j++) {
                long first = a.start() + j * a.columnStep();
                for (int step = 0; step < count; step++) {
                    int i = backwards ? count - 1 - step : step;
                    double value = memory.getAtIndex(JAVA_DOUBLE, first + i);
                    double other = memory.getAtIndex(JAVA_DOUBLE, first + others[i]);
                    memory.setAtIndex(JAVA_DOUBLE, first + i, other);
                    memory.setAtIndex(JAVA_DOUBLE, first + others[i], value);
                }
            }
            return;
        }
        double[] upper = new double[a.columns()];
        double[] lower = new double[a.columns()];
        for (int step = 0; step < count; step++) {
            int i = backwards ? count - 1 - step : step;
            if (others[i] != i) {
                a.load(i, 0, upper.length, upper, 0);
                a.load(others[i], 0, lower.length, lower, 0);
                a.store(i, 0, lower.length, lower, 0);
                a.store(others[i], 0, upper.length, upper, 0);
            }
        }
    }

    /** Reduces a column to a multiple of the first unit vector; returns the factor tau. */
    static double reflect(View a) {
        return reflect(a.part(0, 0, 1, 1), a.part(1, 0, a.rows() - 1, 1));
    }

    /**
     * Reduces a number on top of a column to a number on top of zeros by H = I - tau v v' with v =
     * (1, column). Scaled against overflow and underflow, as LAPACK's larfg.
     */
    static double reflect(View top, View column) {
        double[] x = new double[column.rows()];
        column.transposed().load(0, 0, x.length, x, 0);
        double largest = 0;
        for (double value : x) {
            largest = Math.max(largest, Math.abs(value));
        }
        double alpha = top.get(0, 0);
        if (largest == 0) {
            return 0;
        }
        double scale = Math.max(largest, Math.abs(alpha));
        double sum = 0;
        for (double value : x) {
            sum += value / scale * (value / scale);
        }
        double norm = scale * Math.sqrt(sum + alpha / scale * (alpha / scale));
        double beta = alpha < 0 ? norm : -norm;
        divide(x, alpha - beta, 0, x.length);
        column.transposed().store(0, 0, x.length, x, 0);
        top.set(0, 0, beta);
        return (beta - alpha) / beta;
    }

    /** Returns the unit lower triangle of the first rows, with zeros above, by columns. */
    static View unitLower(Arena arena, View v) {
        int n = v.columns();
        View corner = View.temporary(arena, v.single(), n, n);
        double[] line = new double[n];
        for (int j = 0; j < n; j++) {
            Arrays.fill(line, 0);
            v.transposed().load(j, j, n - j, line, j);
            line[j] = 1;
            corner.transposed().store(j, 0, n, line, 0);
        }
        return corner;
    }

    /** Computes A = A - B. */
    static void subtract(View b, View a) {
        View from = a.byColumns() ? b.transposed() : b;
        View to = a.byColumns() ? a.transposed() : a;
        double[] difference = new double[to.columns()];
        double[] other = new double[to.columns()];
        for (int i = 0; i < to.rows(); i++) {
            to.load(i, 0, to.columns(), difference, 0);
            from.load(i, 0, to.columns(), other, 0);
            addTo(difference, -1, other, other.length);
            to.store(i, 0, to.columns(), difference, 0);
        }
    }

    private static void addTo(double[] sum, double factor, double[] x, int count) {
        for (int i = 0; i < count; i++) {
            sum[i] = Math.fma(factor, x[i], sum[i]);
        }
    }

    private static void divide(double[] x, double divisor, int from, int to) {
        for (int i = from; i < to; i++) {
            x[i] = x[i] / divisor;
        }
    }
}
