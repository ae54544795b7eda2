package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of PolyBench that solve, correlate and find ways. */
public final class PolyBenchSolvers {
    private PolyBenchSolvers() {}

    /** Returns the means of the columns. */
    private static double[] means(double[][] data) {
        int n = data.length;
        double[] mean = new double[n];
        for (@Parallel int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += data[i][j];
            }
            mean[j] = sum / n;
        }
        return mean;
    }

    private static double[][] products(double[][] data) {
        int n = data.length;
        double[][] all = new double[n][n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += data[k][i] * data[k][j];
                }
                all[i][j] = sum / (n - 1);
                all[j][i] = all[i][j];
            }
        }
        return all;
    }

    /** Computes covariances. */
    public static Object covariance() {
        int n = 400;
        double[][] data = Data.square(n);
        double[] mean = means(data);
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                data[i][j] -= mean[j];
            }
        }
        return products(data);
    }

    /** Computes correlations. */
    public static Object correlation() {
        int n = 400;
        double[][] data = Data.square(n);
        double[] mean = means(data);
        double[] deviation = new double[n];
        for (@Parallel int j = 0; j < n; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
            }
            double root = Math.sqrt(sum / n);
            deviation[j] = root <= 0.1 ? 1 : root;
        }
        double root = Math.sqrt(n);
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                data[i][j] = (data[i][j] - mean[j]) / (root * deviation[j]);
            }
        }
        return products(data);
    }

    /** Finds the shortest ways between all nodes. */
    public static Object floydWarshall() {
        int n = 500;
        int[][] way = new int[n][n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                way[i][j] = 1 + (int) (Data.noise(i * n + j) * 999);
            }
        }
        for (int k = 0; k < n; k++) {
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    way[i][j] = Math.min(way[i][j], way[i][k] + way[k][j]);
                }
            }
        }
        return way;
    }

    /** Solves a system whose matrix has equal diagonals. */
    public static Object durbin() {
        int n = 8000;
        double[] r = new double[n];
        double[] y = new double[n];
        double[] z = new double[n];
        for (@Parallel int i = 0; i < n; i++) {
            r[i] = Data.noise(i) / n;
        }
        y[0] = -r[0];
        double beta = 1;
        double alpha = -r[0];
        for (int k = 1; k < n; k++) {
            beta *= 1 - alpha * alpha;
            double sum = 0;
            for (@Parallel int i = 0; i < k; i++) {
                sum += r[k - i - 1] * y[i];
            }
            alpha = -(r[k] + sum) / beta;
            for (@Parallel int i = 0; i < k; i++) {
                z[i] = y[i] + alpha * y[k - i - 1];
            }
            for (@Parallel int i = 0; i < k; i++) {
                y[i] = z[i];
            }
            y[k] = alpha;
        }
        return y;
    }

    /** Takes the root of a matrix, row by row. */
    public static Object cholesky() {
        int n = 700;
        double[][] a = Data.square(n);
        for (@Parallel int i = 0; i < n; i++) {
            a[i][i] += n;
        }
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                for (int k = 0; k < j; k++) {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                a[i][j] /= a[j][j];
            }
            for (int k = 0; k < i; k++) {
                a[i][i] -= a[i][k] * a[i][k];
            }
            a[i][i] = Math.sqrt(a[i][i]);
        }
        return a;
    }

    /** Makes columns orthogonal. */
    public static Object gramSchmidt() {
        int n = 400;
        double[][] a = Data.square(n);
        double[][] r = new double[n][n];
        double[][] q = new double[n][n];
        for (int k = 0; k < n; k++) {
            double norm = 0;
            for (@Parallel int i = 0; i < n; i++) {
                norm += a[i][k] * a[i][k];
            }
            r[k][k] = Math.sqrt(norm);
            for (@Parallel int i = 0; i < n; i++) {
                q[i][k] = a[i][k] / r[k][k];
            }
            for (@Parallel int j = k + 1; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    r[k][j] += q[i][k] * a[i][j];
                }
                for (int i = 0; i < n; i++) {
                    a[i][j] -= q[i][k] * r[k][j];
                }
            }
        }
        return new Object[] {q, r};
    }
}
