package org.anabranch.dense.arithmetic;

/**
 * The matrix product by plain loops, which the compiler vectorises. A panel of B stays in the
 * second-level cache; four rows of C are updated by four of its rows at a time: 16 multiplications
 * and additions for 8 loads and 4 stores (blocking after K. Goto and R. van de Geijn, "Anatomy of
 * high-performance matrix multiplication", ACM TOMS 34, 2008).
 */
public final class JavaArithmetic extends BlockedArithmetic {
    private static final int DEPTH = 128;
    private static final int WIDTH = 256;
    private static final int ROWS = 4;

    @Override
    public String describe() {
        return "plain Java";
    }

    @Override
    public void gemm(double alpha, View a, View b, double beta, View c) {
        if (c.byColumns() && c.columnStep() != 1) {
            gemm(alpha, b.transposed(), a.transposed(), beta, c.transposed());
            return;
        }
        if (beta != 1) {
            c.scale(beta);
        }
        if (alpha == 0) {
            return;
        }
        double[][] panel = new double[DEPTH][];
        double[][] rows = new double[ROWS][WIDTH];
        double[][] factors = new double[ROWS][DEPTH];
        for (int left = 0; left < c.columns(); left += WIDTH) {
            int width = Math.min(WIDTH, c.columns() - left);
            for (int top = 0; top < a.columns(); top += DEPTH) {
                int depth = Math.min(DEPTH, a.columns() - top);
                pack(b.part(top, left, depth, width), panel);
                View target = c.part(0, left, c.rows(), width);
                update(alpha, a.part(0, top, c.rows(), depth), panel, target, rows, factors);
            }
        }
    }

    /** Packs rows of B, each into an array. */
    private static void pack(View b, double[][] panel) {
        for (int k = 0; k < b.rows(); k++) {
            if (panel[k] == null) {
                panel[k] = new double[WIDTH];
            }
        }
        if (b.columnStep() == 1) {
            for (int k = 0; k < b.rows(); k++) {
                b.load(k, 0, b.columns(), panel[k], 0);
            }
            return;
        }
        double[] column = new double[b.rows()];
        for (int j = 0; j < b.columns(); j++) {
            b.transposed().load(j, 0, column.length, column, 0);
            for (int k = 0; k < column.length; k++) {
                panel[k][j] = column[k];
            }
        }
    }

    private static void update(
            double alpha, View a, double[][] panel, View c, double[][] rows, double[][] factors) {
        int width = c.columns();
        for (int top = 0; top < c.rows(); top += ROWS) {
            int count = Math.min(ROWS, c.rows() - top);
            for (int i = 0; i < ROWS; i++) {
                int row = top + Math.min(i, count - 1); // repeats the last row if there are fewer
                c.load(row, 0, width, rows[i], 0);
                a.load(row, 0, a.columns(), factors[i], 0);
                for (int k = 0; k < a.columns(); k++) {
                    factors[i][k] *= alpha;
                }
            }
            sweep(panel, rows, factors, width, a.columns());
            for (int i = 0; i < count; i++) {
                c.store(top + i, 0, width, rows[i], 0);
            }
        }
    }

    private static void sweep(
            double[][] panel, double[][] rows, double[][] factors, int width, int depth) {
        int k = 0;
        for (; k + 3 < depth; k += 4) {
            four(panel, k, rows[0], factors[0], rows[1], factors[1], width);
            four(panel, k, rows[2], factors[2], rows[3], factors[3], width);
        }
        for (; k < depth; k++) {
            for (int i = 0; i < ROWS; i++) {
                one(panel[k], rows[i], factors[i][k], width);
            }
        }
    }

    private static void four(
            double[][] panel, int k, double[] c, double[] a, double[] d, double[] e, int width) {
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
        for (int j = 0; j < width; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            c[j] = Math.fma(a3, x3, Math.fma(a2, x2, Math.fma(a1, x1, Math.fma(a0, x0, c[j]))));
            d[j] = Math.fma(e3, x3, Math.fma(e2, x2, Math.fma(e1, x1, Math.fma(e0, x0, d[j]))));
        }
    }

    private static void one(double[] b, double[] c, double a, int width) {
        for (int j = 0; j < width; j++) {
            c[j] = Math.fma(a, b[j], c[j]);
        }
    }
}
