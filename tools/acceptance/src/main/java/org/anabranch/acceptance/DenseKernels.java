package org.anabranch.acceptance;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;

import java.util.function.Consumer;

/**
 * The tile kernels of the product and of the two factorisations, in doubles, for matrices by rows
 * or by columns. Every element is updated in ascending order of the summation index, so that bits
 * do not depend on tiles. Common scalars: extents, then elements from line to line of the matrix,
 * then 1 for matrices by columns and 0 for matrices by rows.
 */
final class DenseKernels {
    /** C += A B for an m x k and a k x n tile by rows; each matrix with its own pitch. */
    static final Kernel PRODUCT =
            kernel("product", "<a <b =c m n k pitchA pitchB", DenseKernels::product);

    /** C -= A B, or A B' if {@code transposed} is 1, for an m x k tile A and an m x n tile C. */
    static final Kernel SUBTRACT =
            kernel("subtract", "<a <b =c m n k transposed pitch byColumns", DenseKernels::subtract);

    /** The lower triangle of C -= A A' for an n x k tile A. */
    static final Kernel SYRK = kernel("syrk", "<a =c n k pitch byColumns", DenseKernels::syrk);

    /** The lower triangle becomes its Cholesky factor. */
    static final Kernel POTRF = kernel("potrf", "=a n pitch byColumns", DenseKernels::potrf);

    /** The tile becomes L and U without pivoting, the unit diagonal of L not stored. */
    static final Kernel GETRF = kernel("getrf", "=a n pitch byColumns", DenseKernels::getrf);

    /** Solves X L' = A in place, L the lower triangle of an n x n tile, A an m x n tile. */
    static final Kernel TRSM_CHOLESKY = triangular("trsm_cholesky", DenseKernels::trsmCholesky);

    /** Solves L X = A in place, L unit lower of an m x m tile, A an m x n tile. */
    static final Kernel TRSM_LOWER = triangular("trsm_lower", DenseKernels::trsmLower);

    /** Solves X U = A in place, U the upper triangle of an n x n tile, A an m x n tile. */
    static final Kernel TRSM_UPPER = triangular("trsm_upper", DenseKernels::trsmUpper);

    private DenseKernels() {}

    private static Kernel triangular(String function, Consumer<KernelArguments> code) {
        return kernel(function, "<t =a m n pitch byColumns", code);
    }

    private static Kernel kernel(
            String function, String parameters, Consumer<KernelArguments> code) {
        return OpenClText.kernel(
                "ac-" + function.replace('_', '-'),
                function,
                parameters,
                (piece, given) -> code.accept(given));
    }

    private static void product(KernelArguments given) {
        int m = intAt(given, 3);
        int n = intAt(given, 4);
        int k = intAt(given, 5);
        MatrixBlock a = MatrixBlock.of(given, 0, intAt(given, 6), false, m, k);
        MatrixBlock b = MatrixBlock.of(given, 1, intAt(given, 7), false, k, n);
        MatrixBlock c = MatrixBlock.of(given, 2, intAt(given, 7), false, m, n);
        for (int i = 0; i < m; i++) {
            for (int p = 0; p < k; p++) {
                addScaled(c.row[i], a.row[i][p], b.row[p], n);
            }
        }
        c.store();
    }

    private static void subtract(KernelArguments given) {
        int m = intAt(given, 3);
        int n = intAt(given, 4);
        int k = intAt(given, 5);
        boolean transposed = given.longAt(6) == 1;
        int pitch = intAt(given, 7);
        boolean byColumns = given.longAt(8) == 1;
        MatrixBlock a = MatrixBlock.of(given, 0, pitch, byColumns, m, k);
        // B' by rows is B by columns
        MatrixBlock b = MatrixBlock.of(given, 1, pitch, byColumns ^ transposed, k, n);
        MatrixBlock c = MatrixBlock.of(given, 2, pitch, byColumns, m, n);
        for (int i = 0; i < m; i++) {
            for (int p = 0; p < k; p++) {
                addScaled(c.row[i], -a.row[i][p], b.row[p], n);
            }
        }
        c.store();
    }

    private static void syrk(KernelArguments given) {
        int n = intAt(given, 2);
        int k = intAt(given, 3);
        int pitch = intAt(given, 4);
        boolean byColumns = given.longAt(5) == 1;
        MatrixBlock a = MatrixBlock.of(given, 0, pitch, byColumns, n, k);
        MatrixBlock transposed = MatrixBlock.of(given, 0, pitch, !byColumns, k, n);
        MatrixBlock c = MatrixBlock.of(given, 1, pitch, byColumns, n, n);
        for (int i = 0; i < n; i++) {
            for (int p = 0; p < k; p++) {
                addScaled(c.row[i], -a.row[i][p], transposed.row[p], i + 1);
            }
        }
        c.storeLower();
    }

    private static void potrf(KernelArguments given) {
        int n = intAt(given, 1);
        MatrixBlock a = MatrixBlock.of(given, 0, intAt(given, 2), given.longAt(3) == 1, n, n);
        for (int i = 0; i < n; i++) {
            double[] row = a.row[i];
            for (int j = 0; j <= i; j++) {
                double sum = row[j];
                for (int p = 0; p < j; p++) {
                    sum -= row[p] * a.row[j][p];
                }
                row[j] = i == j ? Math.sqrt(sum) : sum / a.row[j][j];
            }
        }
        a.storeLower();
    }

    private static void getrf(KernelArguments given) {
        int n = intAt(given, 1);
        MatrixBlock a = MatrixBlock.of(given, 0, intAt(given, 2), given.longAt(3) == 1, n, n);
        for (int p = 0; p < n; p++) {
            for (int i = p + 1; i < n; i++) {
                double factor = a.row[i][p] / a.row[p][p];
                a.row[i][p] = factor;
                for (int j = p + 1; j < n; j++) {
                    a.row[i][j] -= factor * a.row[p][j];
                }
            }
        }
        a.store();
    }

    private static void trsmCholesky(KernelArguments given) {
        int m = intAt(given, 2);
        int n = intAt(given, 3);
        MatrixBlock l = MatrixBlock.of(given, 0, intAt(given, 4), given.longAt(5) == 1, n, n);
        MatrixBlock a = MatrixBlock.of(given, 1, intAt(given, 4), given.longAt(5) == 1, m, n);
        for (double[] row : a.row) {
            for (int j = 0; j < n; j++) {
                double sum = row[j];
                for (int p = 0; p < j; p++) {
                    sum -= row[p] * l.row[j][p];
                }
                row[j] = sum / l.row[j][j];
            }
        }
        a.store();
    }

    private static void trsmLower(KernelArguments given) {
        int m = intAt(given, 2);
        int n = intAt(given, 3);
        MatrixBlock l = MatrixBlock.of(given, 0, intAt(given, 4), given.longAt(5) == 1, m, m);
        MatrixBlock a = MatrixBlock.of(given, 1, intAt(given, 4), given.longAt(5) == 1, m, n);
        for (int i = 0; i < m; i++) {
            for (int p = 0; p < i; p++) {
                addScaled(a.row[i], -l.row[i][p], a.row[p], n);
            }
        }
        a.store();
    }

    private static void trsmUpper(KernelArguments given) {
        int m = intAt(given, 2);
        int n = intAt(given, 3);
        MatrixBlock u = MatrixBlock.of(given, 0, intAt(given, 4), given.longAt(5) == 1, n, n);
        MatrixBlock a = MatrixBlock.of(given, 1, intAt(given, 4), given.longAt(5) == 1, m, n);
        for (double[] row : a.row) {
            for (int p = 0; p < n; p++) {
                row[p] /= u.row[p][p];
                double factor = row[p];
                for (int j = p + 1; j < n; j++) {
                    row[j] -= factor * u.row[p][j];
                }
            }
        }
        a.store();
    }

    private static void addScaled(double[] target, double factor, double[] source, int count) {
        for (int j = 0; j < count; j++) {
            target[j] += factor * source[j];
        }
    }

    private static int intAt(KernelArguments given, int position) {
        return (int) given.longAt(position);
    }
}
