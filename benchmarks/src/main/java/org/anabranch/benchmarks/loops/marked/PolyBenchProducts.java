package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of PolyBench that multiply matrices and vectors. */
public final class PolyBenchProducts {
    private PolyBenchProducts() {}

    private static void multiply(double alpha, double[][] a, double[][] b, double[][] c) {
        for (@Parallel int i = 0; i < c.length; i++) {
            for (int j = 0; j < c[i].length; j++) {
                c[i][j] *= 0.5;
            }
            for (int k = 0; k < b.length; k++) {
                for (int j = 0; j < c[i].length; j++) {
                    c[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
    }

    /** {@code C = alpha A B + beta C}. */
    public static Object gemm() {
        double[][] c = Data.square(600);
        multiply(1.5, Data.square(600), Data.square(600), c);
        return c;
    }

    /** {@code D = A B C}, by dot products. */
    public static Object twoProducts() {
        return dots(dots(Data.square(400), Data.square(400)), Data.square(400));
    }

    private static double[][] dots(double[][] a, double[][] b) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
        return c;
    }

    /** {@code G = (A B) (C D)}. */
    public static Object threeProducts() {
        int n = 400;
        double[][] e = new double[n][n];
        double[][] f = new double[n][n];
        double[][] g = new double[n][n];
        multiply(1, Data.square(n), Data.square(n), e);
        multiply(1, Data.square(n), Data.square(n), f);
        multiply(1, e, f, g);
        return g;
    }

    /** {@code y = A' (A x)}, ten times. */
    public static Object atax() {
        int n = 1500;
        double[][] a = Data.square(n);
        double[] x = Data.doubles(n);
        double[] y = new double[n];
        double[] t = new double[n];
        for (int round = 0; round < 10; round++) {
            for (@Parallel int i = 0; i < n; i++) {
                y[i] = 0;
            }
            for (@Parallel int i = 0; i < n; i++) {
                t[i] = 0;
                for (int j = 0; j < n; j++) {
                    t[i] += a[i][j] * x[j];
                }
                for (int j = 0; j < n; j++) {
                    y[j] += a[i][j] * t[i];
                }
            }
        }
        return y;
    }

    /** {@code s = r A, q = A p}, ten times. */
    public static Object bicg() {
        int n = 1500;
        double[][] a = Data.square(n);
        double[] r = Data.doubles(n);
        double[] p = Data.doubles(n);
        double[] s = new double[n];
        double[] q = new double[n];
        for (int round = 0; round < 10; round++) {
            for (@Parallel int i = 0; i < n; i++) {
                q[i] = 0;
                for (int j = 0; j < n; j++) {
                    s[j] += r[i] * a[i][j];
                    q[i] += a[i][j] * p[j];
                }
            }
        }
        return new Object[] {s, q};
    }

    /** Adds a matrix and its transpose, times vectors, ten times. */
    public static Object mvt() {
        int n = 1500;
        double[][] a = Data.square(n);
        double[] x = Data.doubles(n);
        double[] z = Data.doubles(n);
        double[] y = Data.doubles(n);
        for (int round = 0; round < 10; round++) {
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    x[i] += a[i][j] * y[j];
                }
            }
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    z[i] += a[j][i] * y[j];
                }
            }
        }
        return new Object[] {x, z};
    }

    /** {@code y = alpha A x + beta B x}, ten times. */
    public static Object gesummv() {
        int n = 1500;
        double[][] a = Data.square(n);
        double[][] b = Data.square(n);
        double[] x = Data.doubles(n);
        double[] y = new double[n];
        for (int round = 0; round < 10; round++) {
            for (@Parallel int i = 0; i < n; i++) {
                double t = 0;
                y[i] = 0;
                for (int j = 0; j < n; j++) {
                    t += a[i][j] * x[j];
                    y[i] += b[i][j] * x[j];
                }
                y[i] = 1.5 * t + 1.2 * y[i];
            }
        }
        return y;
    }

    /** {@code C = alpha A A' + beta C}, below the diagonal. */
    public static Object syrk() {
        int n = 600;
        double[][] a = Data.square(n);
        double[][] c = Data.square(n);
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                c[i][j] *= 1.2;
            }
            for (int k = 0; k < n; k++) {
                for (int j = 0; j <= i; j++) {
                    c[i][j] += 1.5 * a[i][k] * a[j][k];
                }
            }
        }
        return c;
    }

    /** {@code B = alpha A' B} with a triangle A, in place. */
    public static Object trmm() {
        int n = 600;
        double[][] a = Data.square(n);
        double[][] b = Data.square(n);
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = i + 1; k < n; k++) {
                    b[i][j] += a[k][i] * b[k][j];
                }
                b[i][j] *= 1.5;
            }
        }
        return b;
    }

    /** Updates a matrix by two products of vectors, then multiplies by it. */
    public static Object gemver() {
        int n = 1500;
        double[][] a = Data.square(n);
        double[] u = Data.doubles(n);
        double[] v = Data.doubles(n);
        double[] x = new double[n];
        double[] w = new double[n];
        for (int round = 0; round < 5; round++) {
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i][j] += u[i] * v[j] + v[i] * u[j];
                }
            }
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    x[i] += 1.2 * a[j][i] * u[j];
                }
            }
            for (@Parallel int i = 0; i < n; i++) {
                x[i] += v[i];
            }
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    w[i] += 1.5 * a[i][j] * x[j];
                }
            }
        }
        return w;
    }
}
