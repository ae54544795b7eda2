package org.anabranch.examples.matrix;

/**
 * The update C += s A B of tiles, the core of dense linear algebra.
 *
 * <p>A panel of B, {@link #DEPTH} rows of at most {@link #WIDTH} elements, is copied to Java
 * arrays, where it stays in the second-level cache; pairs of rows of C, in the first-level cache,
 * are then updated by four rows of the panel at a time. The innermost loop runs along the rows and
 * is vectorised by the compiler; it does 8 multiplications and additions for 6 loads and 2 stores.
 * (Blocking after K. Goto and R. van de Geijn, "Anatomy of high-performance matrix multiplication",
 * ACM TOMS 34, 2008; the register block is what the compiler's vectoriser accepts.)
 *
 * <p>Every element is summed in ascending order of k with one rounding per operation. So the result
 * has the bits of the plain triple loop, whatever the sizes of tiles and panels.
 */
public final class TileProduct {
    private static final int DEPTH = 64;
    private static final int WIDTH = 512;

    private TileProduct() {}

    /**
     * Computes C += s A B.
     *
     * @param c the tile to update
     * @param sign +1 or -1
     * @param a as many rows as C
     * @param b as many columns as C
     */
    public static void add(MatrixTile c, double sign, MatrixTile a, MatrixTile b) {
        update(c, sign, a, b, false, false);
    }

    /**
     * Computes C += s A B'.
     *
     * @param c the tile to update
     * @param sign +1 or -1
     * @param a as many rows as C
     * @param b as many rows as C has columns
     */
    public static void addTransposed(MatrixTile c, double sign, MatrixTile a, MatrixTile b) {
        update(c, sign, a, b, true, false);
    }

    /**
     * Computes the lower triangle of C += s A A'. The part above the diagonal is neither read nor
     * written.
     *
     * @param c the tile to update, square
     * @param sign +1 or -1
     * @param a as many rows as C
     */
    public static void addSquare(MatrixTile c, double sign, MatrixTile a) {
        update(c, sign, a, a, true, true);
    }

    private static void update(
            MatrixTile c,
            double sign,
            MatrixTile a,
            MatrixTile b,
            boolean transposed,
            boolean lower) {
        int depth = Math.min(DEPTH, a.columns());
        int width = Math.min(WIDTH, c.columns());
        double[][] panel = new double[depth][width];
        Rows rows = new Rows(width, depth);
        for (int left = 0; left < c.columns(); left += WIDTH) {
            int columns = Math.min(WIDTH, c.columns() - left);
            for (int k = 0; k < a.columns(); k += DEPTH) {
                int steps = Math.min(DEPTH, a.columns() - k);
                if (transposed) {
                    packTransposed(b, left, columns, k, steps, panel);
                } else {
                    pack(b, left, columns, k, steps, panel);
                }
                rows.update(c, left, columns, lower, sign, a, k, steps, panel);
            }
        }
    }

    private static void pack(
            MatrixTile b, int left, int columns, int top, int rows, double[][] panel) {
        for (int k = 0; k < rows; k++) {
            b.load(top + k, left, columns, panel[k]);
        }
    }

    private static void packTransposed(
            MatrixTile b, int top, int rows, int left, int columns, double[][] panel) {
        double[] line = new double[columns];
        for (int j = 0; j < rows; j++) {
            b.load(top + j, left, columns, line);
            for (int k = 0; k < columns; k++) {
                panel[k][j] = line[k];
            }
        }
    }

    /** Two rows of C and of A, with the position in a panel. */
    private static final class Rows {
        private final double[] c0;
        private final double[] c1;
        private final double[] a0;
        private final double[] a1;

        Rows(int width, int depth) {
            c0 = new double[width];
            c1 = new double[width];
            a0 = new double[depth];
            a1 = new double[depth];
        }

        void update(
                MatrixTile c,
                int left,
                int columns,
                boolean lower,
                double sign,
                MatrixTile a,
                int k,
                int steps,
                double[][] panel) {
            for (int i = 0; i < c.rows(); i += 2) {
                boolean pair = i + 1 < c.rows();
                int count0 = lower ? Math.min(columns, i + 1 - left) : columns;
                int count1 = lower ? Math.min(columns, i + 2 - left) : columns;
                if (count1 <= 0) {
                    continue;
                }
                if (!pair) {
                    count1 = count0;
                }
                load(c, i, left, count0, c0);
                load(c, pair ? i + 1 : i, left, count1, c1);
                load(a, i, k, steps, a0);
                load(a, pair ? i + 1 : i, k, steps, a1);
                if (sign < 0) {
                    negate(a0, steps);
                    negate(a1, steps);
                }
                sweep(count1, steps, panel);
                if (count0 > 0) {
                    c.store(i, left, count0, c0);
                }
                if (pair) {
                    c.store(i + 1, left, count1, c1);
                }
            }
        }

        private void sweep(int count, int steps, double[][] panel) {
            int k = 0;
            for (; k + 3 < steps; k += 4) {
                fourSteps(c0, c1, panel, a0, a1, k, count);
            }
            for (; k < steps; k++) {
                oneStep(c0, c1, panel[k], a0[k], a1[k], count);
            }
        }

        private static void load(MatrixTile tile, int row, int column, int count, double[] target) {
            if (count > 0) {
                tile.load(row, column, count, target);
            }
        }

        private static void negate(double[] values, int count) {
            for (int k = 0; k < count; k++) {
                values[k] = -values[k];
            }
        }
    }

    private static void fourSteps(
            double[] c, double[] d, double[][] panel, double[] a, double[] e, int k, int count) {
        double[] b0 = panel[k];
        double[] b1 = panel[k + 1];
        double[] b2 = panel[k + 2];
        double[] b3 = panel[k + 3];
        double a0 = a[k];
        double a1 = a[k + 1];
        double a2 = a[k + 2];
        double a3 = a[k + 3];
        double e0 = e[k];
        double e1 = e[k + 1];
        double e2 = e[k + 2];
        double e3 = e[k + 3];
        for (int j = 0; j < count; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            c[j] = c[j] + a0 * x0 + a1 * x1 + a2 * x2 + a3 * x3;
            d[j] = d[j] + e0 * x0 + e1 * x1 + e2 * x2 + e3 * x3;
        }
    }

    private static void oneStep(double[] c, double[] d, double[] b, double a, double e, int count) {
        for (int j = 0; j < count; j++) {
            c[j] = c[j] + a * b[j];
            d[j] = d[j] + e * b[j];
        }
    }
}
