package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of SciMark 2. */
public final class SciMark {
    private SciMark() {}

    /** Transforms a signal and back. */
    public static Object fft() {
        int n = 1 << 18;
        double[] data = new double[2 * n];
        for (@Parallel int i = 0; i < data.length; i++) {
            data[i] = Data.noise(i);
        }
        transform(data, n, -1);
        transform(data, n, 1);
        for (@Parallel int i = 0; i < data.length; i++) {
            data[i] *= 1.0 / n;
        }
        return data;
    }

    private static void transform(double[] data, int n, int direction) {
        reverse(data, n);
        for (int dual = 1; dual < n; dual *= 2) {
            double theta = direction * Math.PI / dual;
            double s = Math.sin(theta);
            double t = Math.sin(theta / 2);
            double re = 1;
            double im = 0;
            for (int a = 0; a < dual; a++) {
                if (a > 0) {
                    double next = re - s * im - 2 * t * t * re;
                    im += s * re - 2 * t * t * im;
                    re = next;
                }
                for (@Parallel int b = 0; b < n; b += 2 * dual) {
                    int i = 2 * (b + a);
                    int j = 2 * (b + a + dual);
                    double zRe = re * data[j] - im * data[j + 1];
                    double zIm = re * data[j + 1] + im * data[j];
                    data[j] = data[i] - zRe;
                    data[j + 1] = data[i + 1] - zIm;
                    data[i] += zRe;
                    data[i + 1] += zIm;
                }
            }
        }
    }

    private static void reverse(double[] data, int n) {
        int shift = 32 - Integer.numberOfTrailingZeros(n);
        for (@Parallel int i = 0; i < n; i++) {
            int j = Integer.reverse(i) >>> shift;
            if (i < j) {
                double re = data[2 * i];
                double im = data[2 * i + 1];
                data[2 * i] = data[2 * j];
                data[2 * i + 1] = data[2 * j + 1];
                data[2 * j] = re;
                data[2 * j + 1] = im;
            }
        }
    }

    /** Relaxes a grid in place. */
    public static Object relaxation() {
        int n = 1000;
        double[][] grid = new double[n][n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                grid[i][j] = Data.noise(i * n + j);
            }
        }
        for (int sweep = 0; sweep < 40; sweep++) {
            for (@Parallel int i = 1; i < n - 1; i++) {
                double[] row = grid[i];
                double[] up = grid[i - 1];
                double[] down = grid[i + 1];
                for (int j = 1; j < n - 1; j++) {
                    row[j] = 0.3125 * (up[j] + down[j] + row[j - 1] + row[j + 1]) - 0.25 * row[j];
                }
            }
        }
        return grid;
    }

    private static final class Random {
        private int seed = 113;

        double next() {
            seed = seed * 1103515245 + 12345;
            return (seed >>> 8) * 0x1p-24;
        }
    }

    /** Measures a circle by samples. */
    public static Object monteCarlo() {
        int samples = 30_000_000;
        Random random = new Random();
        int under = 0;
        for (@Parallel int k = 0; k < samples; k++) {
            double x = random.next();
            double y = random.next();
            if (x * x + y * y <= 1) {
                under++;
            }
        }
        return new double[] {4.0 * under / samples};
    }

    /** Multiplies a sparse matrix by a vector, by rows. */
    public static Object sparse() {
        int n = 100_000;
        int perRow = 10;
        double[] values = new double[n * perRow];
        int[] columns = new int[n * perRow];
        int[] rows = new int[n + 1];
        double[] x = new double[n];
        double[] y = new double[n];
        for (@Parallel int r = 0; r < n; r++) {
            rows[r + 1] = (r + 1) * perRow;
            int step = Math.max(1, r / perRow);
            for (int i = 0; i < perRow; i++) {
                columns[r * perRow + i] = i * step;
                values[r * perRow + i] = 1.0 / (1 + r + i);
            }
            x[r] = Data.noise(r);
        }
        for (int round = 0; round < 100; round++) {
            for (@Parallel int r = 0; r < n; r++) {
                double sum = 0;
                for (int i = rows[r]; i < rows[r + 1]; i++) {
                    sum += x[columns[i]] * values[i];
                }
                y[r] = sum;
            }
        }
        return y;
    }

    /** Splits a matrix into triangles with pivots. */
    public static Object lu() {
        int n = 700;
        double[][] a = Data.square(n);
        int[] pivot = new int[n];
        for (int j = 0; j < n; j++) {
            int row = pivot(a, j);
            pivot[j] = row;
            double[] held = a[j];
            a[j] = a[row];
            a[row] = held;
            eliminate(a, j);
        }
        return new Object[] {a, pivot};
    }

    private static int pivot(double[][] a, int j) {
        int found = j;
        double most = Math.abs(a[j][j]);
        for (@Parallel int i = j + 1; i < a.length; i++) {
            double size = Math.abs(a[i][j]);
            if (size > most) {
                found = i;
                most = size;
            }
        }
        return found;
    }

    private static void eliminate(double[][] a, int j) {
        double reciprocal = 1 / a[j][j];
        for (@Parallel int k = j + 1; k < a.length; k++) {
            a[k][j] *= reciprocal;
        }
        double[] top = a[j];
        for (@Parallel int i = j + 1; i < a.length; i++) {
            double[] row = a[i];
            double factor = row[j];
            for (int k = j + 1; k < row.length; k++) {
                row[k] -= factor * top[k];
            }
        }
    }
}
