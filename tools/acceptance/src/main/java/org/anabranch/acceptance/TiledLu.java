package org.anabranch.acceptance;

import static org.anabranch.acceptance.TileStreams.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * AC-7: tiled LU factorisation without pivoting, checked by solving L U X = A, which must give the
 * identity.
 *
 * <p>The reference code of hStreams records the events of both triangular solves of step k under
 * the same index, and its products wait for one that was never recorded: a race that unchecked
 * return codes hide. {@link #runBuggy} shows what becomes of that here.
 */
final class TiledLu {
    private static final double TOLERANCE = 1e-5;
    private static final int TILES = 6;
    private static final int STREAMS = 5;

    private TiledLu() {}

    static void run(Ground ground) {
        factor(ground, ground.size(480, 4800), STREAMS, false);
        factor(ground, ground.size(103, 1003), STREAMS, true);
    }

    /** Waiting for an event that was never recorded is refused; one stream needs no events. */
    static void runBuggy(Ground ground) {
        Event[][] recorded = new Event[TILES][TILES];
        try (Stream stream = ground.domain(0).stream();
                Buffer tile = ground.platform().buffer(JAVA_DOUBLE, 1)) {
            for (int m = 1; m < TILES; m++) {
                recorded[m][0] = stream.prefetch(tile.all()); // the solve below the diagonal
                recorded[m][0] = stream.prefetch(tile.all()); // and the one right of it: same index
            }
            stream.waitFor(recorded[1][0]);
            assertThrows(NullPointerException.class, () -> stream.waitFor(recorded[0][1]));
            List<Event> unset = new ArrayList<>();
            unset.add(recorded[0][1]);
            assertThrows(NullPointerException.class, () -> stream.waitFor(unset, tile.all()));
            stream.prefetch(tile.all()).await();
        }
        int waits = factor(ground, ground.size(240, 480), 1, false);
        assertEquals(0, waits, "waits");
    }

    private static int factor(Ground ground, int n, int width, boolean byColumns) {
        Matrix matrix = dominant(n);
        return TileStreams.factor(
                ground,
                n,
                TILES,
                width,
                byColumns,
                rows -> matrix,
                TiledLu::enqueue,
                found -> compareWithIdentity(found, matrix));
    }

    private static void enqueue(TileStreams tiles) {
        for (int k = 0; k < tiles.count(); k++) {
            int n = tiles.extent(k);
            tiles.run(DenseKernels.GETRF, at(k, k), List.of(), n);
            for (int m = k + 1; m < tiles.count(); m++) {
                int extent = tiles.extent(m);
                tiles.run(DenseKernels.TRSM_UPPER, at(m, k), List.of(at(k, k)), extent, n);
                tiles.run(DenseKernels.TRSM_LOWER, at(k, m), List.of(at(k, k)), n, extent);
            }
            for (int i = k + 1; i < tiles.count(); i++) {
                for (int j = k + 1; j < tiles.count(); j++) {
                    tiles.run(
                            DenseKernels.SUBTRACT,
                            at(i, j),
                            List.of(at(i, k), at(k, j)),
                            tiles.extent(i),
                            tiles.extent(j),
                            n,
                            0);
                }
            }
        }
        assertEquals(tasks(tiles.count()), tiles.tasks());
    }

    /** In T steps: T getrf, as many trsm of each kind as pairs of steps, products on squares. */
    private static Map<String, Integer> tasks(int count) {
        int pairs = count * (count - 1) / 2;
        return Map.of(
                DenseKernels.GETRF.name(),
                count,
                DenseKernels.TRSM_LOWER.name(),
                pairs,
                DenseKernels.TRSM_UPPER.name(),
                pairs,
                DenseKernels.SUBTRACT.name(),
                pairs * (2 * count - 1) / 3);
    }

    /** Random, and so heavy on the diagonal that it needs no pivoting. */
    private static Matrix dominant(int n) {
        Matrix matrix = Matrix.random(n, n, new SplittableRandom(n));
        for (int i = 0; i < n; i++) {
            matrix.set(i, i, matrix.at(i, i) + 2 * n);
        }
        return matrix;
    }

    private static void compareWithIdentity(Matrix lu, Matrix matrix) {
        Matrix columns = matrix.transposed();
        double worst =
                IntStream.range(0, lu.rows())
                        .parallel()
                        .mapToDouble(column -> distance(lu, columns, column))
                        .max()
                        .orElse(0);
        assertTrue(worst <= TOLERANCE, () -> "inverse times matrix is off by " + worst);
    }

    /** Returns the distance of a column of the solution from the one of the identity. */
    private static double distance(Matrix lu, Matrix columns, int column) {
        int n = lu.rows();
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            double sum = columns.at(column, i);
            for (int p = 0; p < i; p++) {
                sum -= lu.at(i, p) * x[p];
            }
            x[i] = sum;
        }
        double worst = 0;
        for (int i = n - 1; i >= 0; i--) {
            double sum = x[i];
            for (int p = i + 1; p < n; p++) {
                sum -= lu.at(i, p) * x[p];
            }
            x[i] = sum / lu.at(i, i);
            double off = Math.abs(x[i] - (i == column ? 1 : 0));
            worst = Math.max(worst, off); // a NaN stays
        }
        return worst;
    }
}
