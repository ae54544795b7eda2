package org.anabranch.dense.arithmetic;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** Matrices for tests: views with pitch inside of larger memory, and plain arithmetic on arrays. */
public final class Matrices {
    private Matrices() {}

    /** A form of view: element type, layout. */
    public record Form(boolean single, boolean byColumns) {
        public View view(int rows, int columns) {
            int pitch = (byColumns ? rows : columns) + 3;
            long elements = (long) pitch * (byColumns ? columns : rows) + 1;
            MemorySegment memory =
                    Arena.ofAuto().allocate(elements * (single ? Float.BYTES : Double.BYTES), 64);
            return View.of(memory, single, byColumns, pitch, rows, columns);
        }

        public View view(double[][] values) {
            View view = view(values.length, values[0].length);
            view.store(values);
            return view;
        }

        public double epsilon() {
            return single ? Math.ulp(1f) : Math.ulp(1.0);
        }
    }

    public static double[][] random(SplittableRandom random, int rows, int columns) {
        double[][] values = new double[rows][columns];
        for (double[] row : values) {
            for (int j = 0; j < columns; j++) {
                row[j] = (float) (random.nextDouble() * 2 - 1); // the same as a float
            }
        }
        return values;
    }

    public static double[][] times(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int k = 0; k < b.length; k++) {
                for (int j = 0; j < b[0].length; j++) {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return c;
    }

    public static double[][] transposed(double[][] a) {
        double[][] b = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                b[j][i] = a[i][j];
            }
        }
        return b;
    }

    /** The lower or upper triangle, with ones on the diagonal if it is unit. */
    public static double[][] triangle(double[][] a, boolean lower, boolean unit) {
        double[][] b = new double[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                b[i][j] = i == j && unit ? 1 : i == j || j < i == lower ? a[i][j] : 0;
            }
        }
        return b;
    }

    public static double[][] identity(int n) {
        double[][] one = new double[n][n];
        for (int i = 0; i < n; i++) {
            one[i][i] = 1;
        }
        return one;
    }

    /** A + factor B. */
    public static double[][] plus(double[][] a, double factor, double[][] b) {
        double[][] c = new double[a.length][a[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                c[i][j] = a[i][j] + factor * b[i][j];
            }
        }
        return c;
    }

    /** The norm of the largest column sum; NaN if there is one. */
    public static double norm(double[][] a) {
        double norm = 0;
        for (int j = 0; j < a[0].length; j++) {
            double sum = 0;
            for (double[] row : a) {
                sum += Math.abs(row[j]);
            }
            norm = Math.max(norm, sum);
        }
        return norm;
    }
}
