package org.anabranch.benchmarks.loops.marked;

import org.anabranch.benchmarks.loops.TableLoop;
import org.anabranch.loops.Parallel;

import java.util.Arrays;

/** Loops with a loop inside, and stencils. */
public final class Nests {
    private Nests() {}

    /** Mandelbrot, up to 50 steps. */
    public static TableLoop escape(int size) {
        int side = Math.max(1, (int) Math.sqrt(size >> 4));
        int[] y = new int[side * side];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        float cx = (float) (i % side) / side * 3 - 2;
                        int row = i / side;
                        float cy = (float) row / side * 2 - 1;
                        float a = 0;
                        float b = 0;
                        int k = 0;
                        while (k < 50 && a * a + b * b < 4) {
                            float t = a * a - b * b + cx;
                            b = 2 * a * b + cy;
                            a = t;
                            k++;
                        }
                        y[i] = k;
                    }
                },
                y.length,
                i -> {
                    float cx = (float) (i % side) / side * 3 - 2;
                    int row = i / side;
                    float cy = (float) row / side * 2 - 1;
                    float a = 0;
                    float b = 0;
                    int k = 0;
                    while (k < 50 && a * a + b * b < 4) {
                        float t = a * a - b * b + cx;
                        b = 2 * a * b + cy;
                        a = t;
                        k++;
                    }
                    y[i] = k;
                });
    }

    /** Lengths of sequences, up to 100. */
    public static TableLoop collatz(int size) {
        int[] y = new int[Math.max(1, size / 64)];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        long v = i + 1L;
                        int k = 0;
                        while (v != 1 && k < 100) {
                            v = (v & 1) == 0 ? v >> 1 : 3 * v + 1;
                            k++;
                        }
                        y[i] = k;
                    }
                },
                y.length,
                i -> {
                    long v = i + 1L;
                    int k = 0;
                    while (v != 1 && k < 100) {
                        v = (v & 1) == 0 ? v >> 1 : 3 * v + 1;
                        k++;
                    }
                    y[i] = k;
                });
    }

    /** Sixteen taps. */
    public static TableLoop filter(int size) {
        int count = Math.max(16, size / 16);
        float[] x = Data.floats(count + 16);
        float[] y = new float[count];
        float[] w = Data.floats(16);
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        float s = 0;
                        for (int k = 0; k < 16; k++) {
                            s += w[k] * x[i + k];
                        }
                        y[i] = s;
                    }
                },
                y.length,
                i -> {
                    float s = 0;
                    for (int k = 0; k < 16; k++) {
                        s += w[k] * x[i + k];
                    }
                    y[i] = s;
                });
    }

    /** A matrix product, flat, by rows. */
    public static TableLoop product(int size) {
        int n = Math.max(4, (int) Math.cbrt(size));
        float[] a = Data.floats(n * n);
        float[] b = Data.floats(n * n);
        float[] c = new float[n * n];
        return new TableLoop(
                c,
                () -> {
                    for (@Parallel int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            float s = 0;
                            for (int k = 0; k < n; k++) {
                                s += a[i * n + k] * b[k * n + j];
                            }
                            c[i * n + j] = s;
                        }
                    }
                },
                n,
                i -> {
                    for (int j = 0; j < n; j++) {
                        float s = 0;
                        for (int k = 0; k < n; k++) {
                            s += a[i * n + k] * b[k * n + j];
                        }
                        c[i * n + j] = s;
                    }
                });
    }

    /** Forces between bodies. */
    public static TableLoop pull(int size) {
        int count = Math.max(8, (int) Math.sqrt(size));
        float[] x = Data.floats(count);
        float[] y = Data.floats(count);
        float[] f = new float[count];
        return new TableLoop(
                f,
                () -> {
                    for (@Parallel int i = 0; i < f.length; i++) {
                        float s = 0;
                        for (int j = 0; j < x.length; j++) {
                            float dx = x[j] - x[i];
                            float dy = y[j] - y[i];
                            float d = dx * dx + dy * dy + 0.01f;
                            s += dx / (d * (float) Math.sqrt(d));
                        }
                        f[i] = s;
                    }
                },
                f.length,
                i -> {
                    float s = 0;
                    for (int j = 0; j < x.length; j++) {
                        float dx = x[j] - x[i];
                        float dy = y[j] - y[i];
                        float d = dx * dx + dy * dy + 0.01f;
                        s += dx / (d * (float) Math.sqrt(d));
                    }
                    f[i] = s;
                });
    }

    /** A matrix, turned. */
    public static TableLoop transpose(int size) {
        int n = Math.max(4, (int) Math.sqrt(size));
        double[] a = Data.doubles(n * n);
        double[] b = new double[n * n];
        return new TableLoop(
                b,
                () -> {
                    for (@Parallel int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            b[j * n + i] = a[i * n + j];
                        }
                    }
                },
                n,
                i -> {
                    for (int j = 0; j < n; j++) {
                        b[j * n + i] = a[i * n + j];
                    }
                });
    }

    /** A sum for each row. */
    public static TableLoop rowSums(int size) {
        int side = Math.max(4, (int) Math.sqrt(size));
        double[][] a = Data.matrix(side);
        double[] s = new double[side];
        return new TableLoop(
                s,
                () -> {
                    for (@Parallel int i = 0; i < s.length; i++) {
                        double t = 0;
                        for (int j = 0; j < a[i].length; j++) {
                            t += a[i][j];
                        }
                        s[i] = t;
                    }
                },
                s.length,
                i -> {
                    double t = 0;
                    for (int j = 0; j < a[i].length; j++) {
                        t += a[i][j];
                    }
                    s[i] = t;
                });
    }

    /** A step of Jacobi on rows. */
    public static TableLoop jacobi(int size) {
        int side = Math.max(4, (int) Math.sqrt(size));
        double[][] a = Data.matrix(side);
        double[][] b = Data.matrix(side);
        int n = a.length - 2;
        return new TableLoop(
                b,
                () -> {
                    for (@Parallel int i = 0; i < n; i++) {
                        for (int j = 1; j < a.length - 1; j++) {
                            b[i + 1][j] =
                                    0.25
                                            * (a[i][j]
                                                    + a[i + 2][j]
                                                    + a[i + 1][j - 1]
                                                    + a[i + 1][j + 1]);
                        }
                    }
                },
                n,
                i -> {
                    for (int j = 1; j < a.length - 1; j++) {
                        b[i + 1][j] =
                                0.25 * (a[i][j] + a[i + 2][j] + a[i + 1][j - 1] + a[i + 1][j + 1]);
                    }
                });
    }

    /** A sparse matrix times a vector. */
    public static TableLoop sparse(int size) {
        int rows = Math.max(8, size / 8);
        int[] start = new int[rows + 1];
        Arrays.setAll(start, i -> 8 * i);
        int[] column = Data.ints(8 * rows, rows);
        double[] value = Data.doubles(8 * rows);
        double[] x = Data.doubles(rows);
        double[] y = new double[rows];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        double s = 0;
                        for (int k = start[i]; k < start[i + 1]; k++) {
                            s += value[k] * x[column[k]];
                        }
                        y[i] = s;
                    }
                },
                y.length,
                i -> {
                    double s = 0;
                    for (int k = start[i]; k < start[i + 1]; k++) {
                        s += value[k] * x[column[k]];
                    }
                    y[i] = s;
                });
    }

    /** The nearest of eight centres, as in k-means. */
    public static TableLoop nearest(int size) {
        float[] x = Data.floats(Math.max(8, size / 8));
        float[] c = Data.floats(8);
        int[] y = new int[x.length];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        int best = 0;
                        float least = Float.MAX_VALUE;
                        for (int k = 0; k < c.length; k++) {
                            float d = (x[i] - c[k]) * (x[i] - c[k]);
                            if (d < least) {
                                least = d;
                                best = k;
                            }
                        }
                        y[i] = best;
                    }
                },
                y.length,
                i -> {
                    int best = 0;
                    float least = Float.MAX_VALUE;
                    for (int k = 0; k < c.length; k++) {
                        float d = (x[i] - c[k]) * (x[i] - c[k]);
                        if (d < least) {
                            least = d;
                            best = k;
                        }
                    }
                    y[i] = best;
                });
    }

    /** Three points, to another array. */
    public static TableLoop smooth(int size) {
        double[] x = Data.doubles(size + 2);
        double[] y = new double[size];
        return new TableLoop(
                y,
                () -> {
                    for (@Parallel int i = 0; i < y.length; i++) {
                        y[i] = (x[i] + x[i + 1] + x[i + 2]) * 0.25;
                    }
                },
                y.length,
                i -> y[i] = (x[i] + x[i + 1] + x[i + 2]) * 0.25);
    }
}
