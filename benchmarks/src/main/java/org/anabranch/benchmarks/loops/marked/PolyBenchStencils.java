package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of PolyBench that go over a grid again and again. */
public final class PolyBenchStencils {
    private PolyBenchStencils() {}

    /** Averages three neighbours. */
    public static Object jacobi1d() {
        int n = 200_000;
        double[] a = Data.doubles(n);
        double[] b = Data.doubles(n);
        for (int t = 0; t < 500; t++) {
            for (@Parallel int i = 1; i < n - 1; i++) {
                b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
            }
            for (@Parallel int i = 1; i < n - 1; i++) {
                a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
            }
        }
        return a;
    }

    /** Averages five neighbours. */
    public static Object jacobi2d() {
        int n = 1000;
        double[][] a = Data.square(n);
        double[][] b = Data.square(n);
        for (int t = 0; t < 40; t++) {
            average(a, b);
            average(b, a);
        }
        return a;
    }

    private static void average(double[][] a, double[][] b) {
        for (@Parallel int i = 1; i < a.length - 1; i++) {
            for (int j = 1; j < a[i].length - 1; j++) {
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
            }
        }
    }

    /** Averages nine neighbours in place. */
    public static Object seidel() {
        int n = 500;
        double[][] a = Data.square(n);
        for (int t = 0; t < 50; t++) {
            for (@Parallel int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    double above = a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1];
                    double beside = a[i][j - 1] + a[i][j] + a[i][j + 1];
                    double below = a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1];
                    a[i][j] = (above + beside + below) / 9;
                }
            }
        }
        return a;
    }

    /** Electric and magnetic fields. */
    public static Object fdtd() {
        int n = 700;
        double[][] ex = Data.square(n);
        double[][] ey = Data.square(n);
        double[][] hz = Data.square(n);
        for (int t = 0; t < 50; t++) {
            for (@Parallel int j = 0; j < n; j++) {
                ey[0][j] = t;
            }
            for (@Parallel int i = 1; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
                }
            }
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 1; j < n; j++) {
                    ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
                }
            }
            for (@Parallel int i = 0; i < n - 1; i++) {
                for (int j = 0; j < n - 1; j++) {
                    hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                }
            }
        }
        return hz;
    }

    /** Solves in alternating directions. */
    public static Object adi() {
        int n = 400;
        double[][] u = Data.square(n);
        double[][] v = new double[n][n];
        double[][] p = new double[n][n];
        double[][] q = new double[n][n];
        for (int t = 0; t < 20; t++) {
            for (@Parallel int i = 1; i < n - 1; i++) {
                v[0][i] = 1;
                p[i][0] = 0;
                q[i][0] = 1;
                for (int j = 1; j < n - 1; j++) {
                    p[i][j] = 0.3 / (1.6 - 0.3 * p[i][j - 1]);
                    double d = 0.3 * u[j][i - 1] + 0.4 * u[j][i] + 0.3 * u[j][i + 1];
                    q[i][j] = (d + 0.3 * q[i][j - 1]) / (1.6 - 0.3 * p[i][j - 1]);
                }
                v[n - 1][i] = 1;
                for (int j = n - 2; j >= 1; j--) {
                    v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
                }
            }
            rows(u, v, p, q);
        }
        return u;
    }

    private static void rows(double[][] u, double[][] v, double[][] p, double[][] q) {
        int n = u.length;
        for (@Parallel int i = 1; i < n - 1; i++) {
            u[i][0] = 1;
            p[i][0] = 0;
            q[i][0] = 1;
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = 0.3 / (1.6 - 0.3 * p[i][j - 1]);
                double d = 0.3 * v[i - 1][j] + 0.4 * v[i][j] + 0.3 * v[i + 1][j];
                q[i][j] = (d + 0.3 * q[i][j - 1]) / (1.6 - 0.3 * p[i][j - 1]);
            }
            u[i][n - 1] = 1;
            for (int j = n - 2; j >= 1; j--) {
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
            }
        }
    }

    /** Heats a cube. */
    public static Object heat3d() {
        int n = 100;
        double[] a = Data.doubles(n * n * n);
        double[] b = Data.doubles(n * n * n);
        for (int t = 0; t < 40; t++) {
            double[] from = t % 2 == 0 ? a : b;
            double[] to = t % 2 == 0 ? b : a;
            for (@Parallel int i = 1; i < n - 1; i++) {
                for (int j = 1; j < n - 1; j++) {
                    for (int k = 1; k < n - 1; k++) {
                        int at = (i * n + j) * n + k;
                        double sum = from[at - n * n] + from[at + n * n] + from[at - n];
                        sum += from[at + n] + from[at - 1] + from[at + 1];
                        to[at] = 0.125 * sum + 0.25 * from[at];
                    }
                }
            }
        }
        return a;
    }
}
