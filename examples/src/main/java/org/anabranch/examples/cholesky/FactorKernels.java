package org.anabranch.examples.cholesky;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.dense.NotPositiveDefiniteException;
import org.anabranch.examples.job.OpenClCode;
import org.anabranch.examples.matrix.Tile;
import org.anabranch.examples.matrix.TileProduct;

/**
 * The four kernels of the tiled Cholesky factorisation, in doubles, on tiles stored by rows. Each
 * element is updated in ascending order of the columns to its left, so that the factor has the same
 * bits for every size of tiles.
 */
public final class FactorKernels {
    /**
     * Replaces the lower triangle of a diagonal tile by its factor. Scalars: the tile's extent, and
     * its first row in the matrix, from 0, for messages. Code in Java throws if a pivot is not
     * positive; code in other formats may leave NaN.
     */
    public static final Kernel POTRF =
            Kernel.of("potrf", Parameter.inOut("a"), Parameter.scalar("n"), Parameter.scalar("row"))
                    .java(FactorKernels::potrf)
                    .with(OpenClCode.function("factor"));

    /**
     * Solves X L' = A for a tile below the diagonal, in place. Scalars: rows and columns of the
     * tile.
     */
    public static final Kernel TRSM =
            Kernel.of(
                            "trsm",
                            Parameter.in("l"),
                            Parameter.inOut("a"),
                            Parameter.scalar("m"),
                            Parameter.scalar("n"))
                    .java(FactorKernels::trsm)
                    .with(OpenClCode.function("solve"));

    /**
     * Subtracts A A' from the lower triangle of a diagonal tile. Scalars: rows and columns of A.
     */
    public static final Kernel SYRK =
            Kernel.of(
                            "syrk",
                            Parameter.in("a"),
                            Parameter.inOut("c"),
                            Parameter.scalar("n"),
                            Parameter.scalar("k"))
                    .java(FactorKernels::syrk)
                    .with(OpenClCode.function("subtract_square"));

    /**
     * Subtracts A B' from a tile below the diagonal. Scalars: rows and columns of C, columns of A.
     */
    public static final Kernel GEMM_NT =
            Kernel.of(
                            "gemm-nt",
                            Parameter.in("a"),
                            Parameter.in("b"),
                            Parameter.inOut("c"),
                            Parameter.scalar("m"),
                            Parameter.scalar("n"),
                            Parameter.scalar("k"))
                    .java(FactorKernels::gemm)
                    .with(OpenClCode.function("subtract_product"));

    private FactorKernels() {}

    private static void potrf(Piece piece, KernelArguments arguments) {
        int n = (int) arguments.longAt(1);
        Tile a = Tile.of(arguments, 0, n, n);
        double[][] columns = new double[n][n];
        double[] line = new double[n];
        for (int i = 0; i < n; i++) {
            a.load(i, 0, i + 1, line);
            scatter(line, i + 1, columns, i);
        }
        double[] factors = new double[n];
        for (int j = 0; j < n; j++) {
            gather(columns, j, j, factors);
            subtract(columns, factors, j, j, n);
            double pivot = columns[j][j];
            if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
                throw new NotPositiveDefiniteException(arguments.longAt(2) + j + 1, pivot);
            }
            double root = Math.sqrt(pivot);
            columns[j][j] = root;
            divide(columns[j], root, j + 1, n);
        }
        for (int i = 0; i < n; i++) {
            gather(columns, i, i + 1, line);
            a.store(i, 0, i + 1, line);
        }
    }

    private static void trsm(Piece piece, KernelArguments arguments) {
        int m = (int) arguments.longAt(2);
        int n = (int) arguments.longAt(3);
        Tile l = Tile.of(arguments, 0, n, n);
        Tile a = Tile.of(arguments, 1, m, n);
        double[][] columns = new double[n][m];
        double[] line = new double[n];
        for (int i = 0; i < m; i++) {
            a.load(i, 0, n, line);
            scatter(line, n, columns, i);
        }
        for (int j = 0; j < n; j++) {
            l.load(j, 0, j + 1, line);
            subtract(columns, line, j, 0, m);
            divide(columns[j], line[j], 0, m);
        }
        for (int i = 0; i < m; i++) {
            gather(columns, i, n, line);
            a.store(i, 0, n, line);
        }
    }

    private static void syrk(Piece piece, KernelArguments arguments) {
        int n = (int) arguments.longAt(2);
        int k = (int) arguments.longAt(3);
        TileProduct.addSquare(Tile.of(arguments, 1, n, n), -1, Tile.of(arguments, 0, n, k));
    }

    private static void gemm(Piece piece, KernelArguments arguments) {
        int m = (int) arguments.longAt(3);
        int n = (int) arguments.longAt(4);
        int k = (int) arguments.longAt(5);
        Tile a = Tile.of(arguments, 0, m, k);
        Tile b = Tile.of(arguments, 1, n, k);
        TileProduct.addTransposed(Tile.of(arguments, 2, m, n), -1, a, b);
    }

    private static void scatter(double[] line, int count, double[][] columns, int row) {
        for (int j = 0; j < count; j++) {
            columns[j][row] = line[j];
        }
    }

    private static void gather(double[][] columns, int row, int count, double[] line) {
        for (int j = 0; j < count; j++) {
            line[j] = columns[j][row];
        }
    }

    /** Subtracts the first j columns, times their factors, from column j, in the rows given. */
    private static void subtract(double[][] columns, double[] factors, int j, int from, int to) {
        double[] target = columns[j];
        int k = 0;
        for (; k + 3 < j; k += 4) {
            four(target, columns, factors, k, from, to);
        }
        for (; k < j; k++) {
            one(target, columns[k], factors[k], from, to);
        }
    }

    private static void four(
            double[] target, double[][] columns, double[] factors, int k, int from, int to) {
        double[] c0 = columns[k];
        double[] c1 = columns[k + 1];
        double[] c2 = columns[k + 2];
        double[] c3 = columns[k + 3];
        double f0 = factors[k];
        double f1 = factors[k + 1];
        double f2 = factors[k + 2];
        double f3 = factors[k + 3];
        for (int i = from; i < to; i++) {
            target[i] = target[i] - f0 * c0[i] - f1 * c1[i] - f2 * c2[i] - f3 * c3[i];
        }
    }

    private static void one(double[] target, double[] column, double factor, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = target[i] - factor * column[i];
        }
    }

    private static void divide(double[] column, double divisor, int from, int to) {
        for (int i = from; i < to; i++) {
            column[i] = column[i] / divisor;
        }
    }
}
