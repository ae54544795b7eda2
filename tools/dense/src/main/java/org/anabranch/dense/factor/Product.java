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
 * C = A B over streams, for matrices of doubles that lie row by row, tile by tile of C.
 *
 * @param m rows of A and C
 * @param n columns of B and C
 * @param k columns of A, rows of B
 * @param rows rows of a tile of C
 * @param columns columns of a tile of C
 * @param depth columns of A that one action takes
 */
public record Product(long m, long n, long k, long rows, long columns, long depth) {
    private static final long GRAIN = 16;
    private static final long MOST = 1024;
    private static final long PARTS = 4;

    /**
     * Tiles of equal size, so many that all workers have the same number of them, and a few, each
     * of one action: a BLAS is the faster the larger they are.
     *
     * @param m rows of A and C
     * @param n columns of B and C
     * @param k columns of A, rows of B
     * @param workers that share the work
     * @return the product
     */
    public static Product of(long m, long n, long k, long workers) {
        long down = Math.max(PARTS, (m + MOST - 1) / MOST);
        long across = Math.max(2 * workers, (n + MOST - 1) / MOST);
        return new Product(m, n, k, part(m, down), part(n, across), k);
    }

    private static long part(long extent, long parts) {
        return Math.min(extent, ((extent + parts - 1) / parts + GRAIN - 1) / GRAIN * GRAIN);
    }

    /** {@return the number of actions} */
    public long actions() {
        return parts(m, rows) * parts(n, columns) * parts(k, depth);
    }

    private static long parts(long extent, long part) {
        return (extent + part - 1) / part;
    }

    /**
     * Enqueues everything.
     *
     * @param stream where
     * @param a m x k
     * @param b k x n
     * @param c m x n; it is overwritten
     */
    public void enqueue(Stream stream, Buffer a, Buffer b, Buffer c) {
        enqueue(List.of(stream), a, b, c);
    }

    /**
     * Enqueues everything, columns of tiles in turn.
     *
     * @param streams where
     * @param a m x k
     * @param b k x n
     * @param c m x n; it is overwritten
     */
    public void enqueue(List<Stream> streams, Buffer a, Buffer b, Buffer c) {
        TileCalls calls = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
        for (long j = 0; j < n; j += columns) {
            Stream stream = streams.get((int) (j / columns % streams.size()));
            long width = Math.min(columns, n - j);
            for (long i = 0; i < m; i += rows) {
                long height = Math.min(rows, m - i);
                Range target = c.box(i, j, height, width);
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
