package org.anabranch.dense.factor;

import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Side;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;

/**
 * A solver for triangular systems, block by block in one stream; blocks of right-hand sides do not
 * depend on each other.
 *
 * @param calls for matrices stored by columns
 * @param stream the stream
 */
public record Systems(TileCalls calls, Stream stream) {

    /**
     * Enqueues the solution of op(A) X = B with a triangle of A. A zero on the diagonal gives
     * infinities.
     *
     * @param a matrix; of one with more rows than columns, its upper square
     * @param triangle of A; the other one is not read
     * @param forA op
     * @param diagonal of A
     * @param x holds B in its first rows, as many as A has columns, and receives X
     * @throws RangeException if A has fewer rows than columns, or X fewer than A has columns
     */
    public void solve(
            ColumnBlocks a, Triangle triangle, Transpose forA, Diagonal diagonal, ColumnBlocks x) {
        if (a.rows() < a.columns() || x.rows() < a.columns()) {
            throw new RangeException(
                    "a triangle of %s x %s does not fit in %s x %s, or has more than the %s rows of"
                                    .formatted(
                                            a.columns(),
                                            a.columns(),
                                            a.rows(),
                                            a.columns(),
                                            x.rows())
                            + " the right-hand sides");
        }
        boolean forward = triangle == Triangle.LOWER == (forA == Transpose.NO);
        for (int j = 0; j < x.count(); j++) {
            for (int step = 0; step < a.count(); step++) {
                int k = forward ? step : a.count() - 1 - step;
                if (forA == Transpose.YES) {
                    subtract(a, k, forA, forward, x, j);
                }
                long width = a.columns(k);
                calls.trsm(
                                Side.LEFT,
                                triangle,
                                forA,
                                diagonal,
                                width,
                                x.columns(j),
                                1,
                                a.part(k, a.start(k), width),
                                x.part(j, a.start(k), width))
                        .on(stream);
                if (forA == Transpose.NO) {
                    subtract(a, k, forA, !forward, x, j);
                }
            }
        }
    }

    /**
     * Subtracts the known part of X from block k, by columns of A; or, without a transposition, the
     * contribution of block k from the unknown part.
     *
     * @param above true if that part is above block k, else below
     */
    private void subtract(
            ColumnBlocks a, int k, Transpose forA, boolean above, ColumnBlocks x, int j) {
        long width = a.columns(k);
        long from = above ? 0 : a.start(k) + width;
        long rows = above ? a.start(k) : a.columns() - from;
        if (rows == 0) {
            return;
        }
        Range part = x.part(j, from, rows);
        Range block = x.part(j, a.start(k), width);
        boolean gathers = forA == Transpose.YES;
        calls.gemm(
                        forA,
                        Transpose.NO,
                        gathers ? width : rows,
                        x.columns(j),
                        gathers ? rows : width,
                        -1,
                        a.part(k, from, rows),
                        gathers ? part : block,
                        1,
                        gathers ? block : part)
                .on(stream);
    }

    static void requireSquare(ColumnBlocks a) {
        if (a.rows() != a.columns()) {
            throw new RangeException(
                    "a system with a matrix of %s x %s has no single solution"
                            .formatted(a.rows(), a.columns()));
        }
    }

    static void requireRows(ColumnBlocks a, ColumnBlocks x) {
        if (x.rows() != a.rows()) {
            throw new RangeException(
                    "right-hand sides of %s rows do not fit a matrix of %s"
                            .formatted(x.rows(), a.rows()));
        }
    }
}
