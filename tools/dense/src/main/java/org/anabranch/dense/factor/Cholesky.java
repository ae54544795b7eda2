package org.anabranch.dense.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.Side;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;

import java.util.ArrayList;
import java.util.List;

/**
 * The Cholesky factorisation A = L L' over one stream, panel by panel. A step factors the tile on
 * the diagonal and the tiles below it, then updates the columns to the right, those of the next
 * panel first. Order follows from the operands, so a panel begins as soon as it is up to date (A.
 * Buttari et al., "A class of parallel tiled linear algebra algorithms for multicore
 * architectures", Parallel Computing 35, 2009). On the host the action of highest priority is
 * enqueued last: a worker continues with the newest action that it has made ready, and others steal
 * the oldest. Tiles lie in place in the matrix. They are as wide as a panel and, if enough tiles
 * are left for all workers, many times as high: a BLAS packs the narrow operand once for all of its
 * rows. Not thread-safe.
 */
public final class Cholesky {
    /**
     * The number of panels whose columns are updated together, more if they are narrow: at 768
     * columns OpenBLAS ran gemm at 103 GFLOP/s and syrk at 93, at 384 at 100 and 83.
     */
    private static final int TOGETHER = 2;

    /** The least number of such groups to leave. */
    private static final int PARTS = 4;

    private final TileCalls calls;
    private final Stream stream;
    private final Buffer a;
    private final PanelPartition parts;
    private final TileHeights heights;
    private final boolean newestFirst;
    private long actions;

    private Cholesky(
            Stream stream, Buffer a, Layout layout, PanelPartition parts, TileHeights heights) {
        this.calls = new TileCalls(TileKernels.DOUBLES, layout);
        this.stream = stream;
        this.a = a;
        this.parts = parts;
        this.heights = heights;
        this.newestFirst = stream.domain().filter(Domain::isHost).isPresent();
    }

    /**
     * Replaces the lower triangle of a matrix of doubles by its factor, and waits for it. The part
     * above the diagonal is unchanged.
     *
     * @param stream the stream
     * @param a the matrix, a line of the buffer for each row, or column; its lines may be longer
     * @param layout rows if a line is a row, else columns
     * @param parts the partition into panels
     * @param progress receives the progress
     * @return the number of actions
     * @throws RangeException if the buffer is smaller than the matrix
     * @throws org.anabranch.api.ActionFailedException if a pivot is not positive; {@link
     *     org.anabranch.dense.NotPositiveDefiniteException#in} finds which
     */
    public static long factor(
            Stream stream, Buffer a, Layout layout, PanelPartition parts, Steps progress) {
        return factor(stream, a, layout, parts, TileHeights.on(stream), progress);
    }

    static long factor(
            Stream stream,
            Buffer a,
            Layout layout,
            PanelPartition parts,
            TileHeights heights,
            Steps progress) {
        Cholesky factorization = new Cholesky(stream, a, layout, parts, heights);
        factorization.run(progress);
        return factorization.actions;
    }

    private void run(Steps progress) {
        PendingSteps pending = new PendingSteps(parts.count(), progress);
        boolean well = true;
        for (int k = 0; k < parts.count() && well; k++) {
            TileCall diagonal =
                    calls.potrf(
                            Triangle.LOWER,
                            parts.width(k),
                            tile(panel(k), panel(k)),
                            parts.start(k));
            actions++;
            Event factored = diagonal.on(stream);
            for (TileHeights.Rows rows : heights.ofPanel(parts.start(k + 1), parts.extent())) {
                solve(rows, k);
            }
            update(k);
            well = pending.add(factored, actions);
        }
        pending.await();
        stream.await();
    }

    private void solve(TileHeights.Rows rows, int k) {
        enqueue(
                calls.trsm(
                        Side.RIGHT,
                        Triangle.LOWER,
                        Transpose.YES,
                        Diagonal.STORED,
                        rows.count(),
                        parts.width(k),
                        1,
                        tile(panel(k), panel(k)),
                        tile(rows, panel(k))));
    }

    /**
     * Updates all columns to the right of panel k: the next panel separately, since other actions
     * wait for it, those after it together as long as that leaves enough actions.
     */
    private void update(int k) {
        List<TileCall> last = List.of();
        double left = parts.extent() - parts.start(k + 1);
        double most = Math.min(TOGETHER * parts.widest(), left / PARTS);
        int end;
        for (int j = k + 1; j < parts.count(); j = end) {
            end = j + 1;
            int from = parts.start(j);
            while (j > k + 1 && end < parts.count() && parts.start(end + 1) - from <= most) {
                end++;
            }
            int width = parts.start(end) - from;
            List<TileCall> group =
                    update(
                            k,
                            new TileHeights.Rows(from, width),
                            j == k + 1
                                    ? heights.ofPanel(from + width, parts.extent())
                                    : heights.ofUpdate(
                                            from + width, parts.extent(), left * left / 2 / width));
            if (newestFirst && j == k + 1) {
                last = group.reversed();
            } else {
                (newestFirst ? group.reversed() : group).forEach(this::enqueue);
            }
        }
        last.forEach(this::enqueue);
    }

    /** Updates some columns by panel k: their square on the diagonal, and the part below. */
    private List<TileCall> update(int k, TileHeights.Rows columns, List<TileHeights.Rows> below) {
        List<TileCall> all = new ArrayList<>();
        Range top = tile(columns, panel(k));
        all.add(
                calls.syrk(
                        Triangle.LOWER,
                        Transpose.NO,
                        columns.count(),
                        parts.width(k),
                        -1,
                        top,
                        1,
                        tile(columns, columns)));
        for (TileHeights.Rows rows : below) {
            all.add(
                    calls.gemm(
                            Transpose.NO,
                            Transpose.YES,
                            rows.count(),
                            columns.count(),
                            parts.width(k),
                            -1,
                            tile(rows, panel(k)),
                            top,
                            1,
                            tile(rows, columns)));
        }
        return all;
    }

    private void enqueue(TileCall call) {
        actions++;
        call.on(stream);
    }

    private TileHeights.Rows panel(int k) {
        return new TileHeights.Rows(parts.start(k), parts.width(k));
    }

    private Range tile(TileHeights.Rows rows, TileHeights.Rows columns) {
        return calls.layout() == Layout.ROWS
                ? a.box(rows.first(), columns.first(), rows.count(), columns.count())
                : a.box(columns.first(), rows.first(), columns.count(), rows.count());
    }
}
