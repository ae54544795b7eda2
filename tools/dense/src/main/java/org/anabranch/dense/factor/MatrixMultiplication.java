package org.anabranch.dense.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.dense.Layout;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;

import java.util.List;

/**
 * The product C = A B over streams, for matrices of doubles stored by rows, tile by tile of C.
 *
 * @param m rows of A and C
 * @param n columns of B and C
 * @param k columns of A, rows of B
 * @param rows rows of a tile of C
 * @param columns columns of a tile of C
 * @param depth columns of A that one action uses
 */
public record MatrixMultiplication(long m, long n, long k, long rows, long columns, long depth) {
    private static final long GRAIN = 16;
    private static final long LEAST = 128;
    private static final long LARGE = 512;
    private static final long MOST_ROWS = 1024;
    private static final long MOST_COLUMNS = 2048;

    /** The number of actions for each worker, so that they end at about the same time. */
    private static final long ROUNDS = 2;

    /**
     * Returns a product with tiles of equal size, each of one action, and several for each worker.
     * Tiles are as wide as the matrix permits and flat, but of at least 512 rows if all workers
     * have some, since a BLAS packs the rows once for all columns of a tile.
     *
     * @param m rows of A and C
     * @param n columns of B and C
     * @param k columns of A, rows of B
     * @param workers number of workers that share the work
     * @return the product
     */
    public static MatrixMultiplication of(long m, long n, long k, long workers) {
        long wanted = ROUNDS * workers;
        long least = LARGE;
        while (least > LEAST && m / least * (n / least) < wanted) {
            least /= 2;
        }
        long down = Math.max(Math.min(wanted, m / least), Math.ceilDiv(m, MOST_ROWS));
        long across = Math.min(Math.ceilDiv(wanted, Math.max(1, down)), n / least);
        across = Math.max(across, Math.ceilDiv(n, MOST_COLUMNS));
        return new MatrixMultiplication(m, n, k, part(m, down), part(n, across), k);
    }

    private static long part(long extent, long parts) {
        return Math.min(extent, Math.ceilDiv(Math.ceilDiv(extent, parts), GRAIN) * GRAIN);
    }

    /** {@return the number of actions} */
    public long actions() {
        return Math.ceilDiv(m, rows) * Math.ceilDiv(n, columns) * Math.ceilDiv(k, depth);
    }

    /**
     * Enqueues all actions.
     *
     * @param stream the stream
     * @param a m x k
     * @param b k x n
     * @param c m x n; it is overwritten
     */
    public void enqueue(Stream stream, Buffer a, Buffer b, Buffer c) {
        enqueue(List.of(stream), a, b, c);
    }

    /**
     * Enqueues all actions, distributing the tiles in turn.
     *
     * @param streams the streams
     * @param a m x k
     * @param b k x n
     * @param c m x n; it is overwritten
     */
    public void enqueue(List<Stream> streams, Buffer a, Buffer b, Buffer c) {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
        int turn = 0;
        for (long j = 0; j < n; j += columns) {
            long width = Math.min(columns, n - j);
            for (long i = 0; i < m; i += rows) {
                long height = Math.min(rows, m - i);
                Range target = c.box(i, j, height, width);
                Stream stream = streams.get(turn++ % streams.size());
                for (long from = 0; from < k; from += depth) {
                    long steps = Math.min(depth, k - from);
                    calls.gemm(
                                    Transpose.NO,
                                    Transpose.NO,
                                    height,
                                    width,
                                    steps,
                                    1,
                                    a.box(i, from, height, steps),
                                    b.box(from, j, steps, width),
                                    from == 0 ? 0 : 1,
                                    target)
                            .on(stream);
                }
            }
        }
    }
}
