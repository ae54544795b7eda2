package org.anabranch.acceptance;

import static org.anabranch.acceptance.TileStreams.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * AC-6: the right-looking tiled Cholesky factorisation over any domains, in a matrix by rows and in
 * one by columns, compared with the factorisation without tiles.
 */
final class TiledCholesky {
    private static final double TOLERANCE = 1e-5;

    /** Made once, since every set of domains asks for the same; a large one until the next. */
    private static final Map<Integer, Problem> PROBLEMS = new HashMap<>();

    private static final int LARGE = 1000;

    private TiledCholesky() {}

    /** A matrix and its factor, for which upper elements are those of the matrix. */
    private record Problem(Matrix matrix, Matrix factor) {}

    static void run(Ground ground) {
        factor(ground, ground.size(480, 4800), 6, 3, false);
        factor(ground, ground.size(800, 4800), 10, 5, true);
        factor(ground, ground.size(101, 1001), 7, 3, true);
    }

    /** All tiles in one stream: the order follows from the operands. */
    static void runInOneStream(Ground ground) {
        int waits = factor(ground, ground.size(480, 4800), 6, 1, false);
        assertEquals(0, waits, "waits");
    }

    private static int factor(Ground ground, int n, int count, int width, boolean byColumns) {
        return TileStreams.factor(
                ground,
                n,
                count,
                width,
                byColumns,
                rows -> problem(rows).matrix(),
                TiledCholesky::enqueue,
                found -> compare(problem(n).factor(), found));
    }

    private static void enqueue(TileStreams tiles) {
        for (int k = 0; k < tiles.count(); k++) {
            int n = tiles.extent(k);
            tiles.run(DenseKernels.POTRF, at(k, k), List.of(), n);
            for (int i = k + 1; i < tiles.count(); i++) {
                tiles.run(
                        DenseKernels.TRSM_CHOLESKY,
                        at(i, k),
                        List.of(at(k, k)),
                        tiles.extent(i),
                        n);
            }
            for (int j = k + 1; j < tiles.count(); j++) {
                tiles.run(DenseKernels.SYRK, at(j, j), List.of(at(j, k)), tiles.extent(j), n);
                for (int i = j + 1; i < tiles.count(); i++) {
                    tiles.run(
                            DenseKernels.SUBTRACT,
                            at(i, j),
                            List.of(at(i, k), at(j, k)),
                            tiles.extent(i),
                            tiles.extent(j),
                            n,
                            1);
                }
            }
        }
        assertEquals(tasks(tiles.count()), tiles.tasks());
    }

    /** In T steps: T potrf, as many trsm and syrk as pairs of steps, a product for each triple. */
    private static Map<String, Integer> tasks(int count) {
        int pairs = count * (count - 1) / 2;
        return Map.of(
                DenseKernels.POTRF.name(),
                count,
                DenseKernels.TRSM_CHOLESKY.name(),
                pairs,
                DenseKernels.SYRK.name(),
                pairs,
                DenseKernels.SUBTRACT.name(),
                pairs * (count - 2) / 3);
    }

    private static void compare(Matrix expected, Matrix found) {
        for (int i = 0; i < expected.rows(); i++) {
            for (int j = 0; j < expected.columns(); j++) {
                double value = expected.at(i, j);
                double difference = Math.abs(found.at(i, j) - value);
                double scale = Math.abs(value) <= TOLERANCE ? 1 : Math.abs(value);
                boolean right = j > i ? difference == 0 : difference <= TOLERANCE * scale;
                if (!right) {
                    fail("(" + i + ", " + j + ") is " + found.at(i, j) + ", not " + value);
                }
            }
        }
    }

    private static synchronized Problem problem(int n) {
        if (!PROBLEMS.containsKey(n)) {
            PROBLEMS.keySet().removeIf(size -> size >= LARGE);
            Matrix matrix = positiveDefinite(n);
            PROBLEMS.put(n, new Problem(matrix, untiled(matrix)));
        }
        return PROBLEMS.get(n);
    }

    /** M M' with the diagonal replaced by one more than the sum of the row. */
    private static Matrix positiveDefinite(int n) {
        Matrix m = new Matrix(n, n);
        SplittableRandom random = new SplittableRandom(n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                m.set(i, j, random.nextDouble());
                m.set(j, i, m.at(i, j));
            }
        }
        Matrix product = m.times(m);
        for (int i = 0; i < n; i++) {
            double sum = 1;
            for (int j = 0; j < n; j++) {
                sum += product.at(i, j);
            }
            product.set(i, i, sum);
        }
        return product;
    }

    private static Matrix untiled(Matrix matrix) {
        Matrix l = new Matrix(matrix.rows(), matrix.columns(), matrix.values().clone());
        int n = l.rows();
        for (int k = 0; k < n; k++) {
            int column = k;
            l.set(k, k, Math.sqrt(l.at(k, k)));
            for (int i = k + 1; i < n; i++) {
                l.set(i, k, l.at(i, k) / l.at(k, k));
            }
            double[] factors = new double[n];
            for (int j = k + 1; j < n; j++) {
                factors[j] = l.at(j, k);
            }
            IntStream.range(k + 1, n)
                    .parallel()
                    .forEach(
                            i -> {
                                double own = factors[i];
                                for (int j = column + 1; j <= i; j++) {
                                    l.values()[i * n + j] -= own * factors[j];
                                }
                            });
        }
        return l;
    }
}
