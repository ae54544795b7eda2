package org.anabranch.dense.factor;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Stream;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Side;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.TileOperation;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;

import java.util.ArrayList;
import java.util.List;

/**
 * The factorisation P A = L U with partial pivoting, as by LAPACK's getrf. The pivot is the largest
 * element of the rest of its column, so the factors are as accurate as LAPACK's for any width of
 * panels. Pivoting from tile to tile (incremental pivoting) would need no action as high as the
 * matrix, but its growth of rounding errors increases with the number of tiles (E. Quintana-Orti
 * and R. van de Geijn, "Updating an LU factorization with pivoting", ACM TOMS 35, 2008). A
 * recursive panel costs less than that would save.
 *
 * <p>The factors replace the matrix; the ones on the diagonal of L are not stored. Not thread-safe;
 * to be closed.
 */
public final class LuFactorization extends PanelFactorization {
    private final Buffer pivots;
    private final TileHeights heights;

    private LuFactorization(ColumnBlocks a, PanelStreams crew, Buffer pivots, TileHeights heights) {
        super(a, crew, pivots);
        this.pivots = pivots;
        this.heights = heights;
    }

    /**
     * Factors a matrix, and waits for it.
     *
     * @param platform the platform
     * @param domains the domains that own blocks of columns, in turn; at least one
     * @param a the matrix; the caller's
     * @param progress receives the progress
     * @return the factors, to be closed by the caller
     * @throws org.anabranch.dense.SingularException if all pivots of a column are zero
     */
    public static LuFactorization of(
            Platform platform, List<Domain> domains, ColumnBlocks a, Steps progress) {
        return of(platform, domains, a, TileHeights.on(platform.host()), progress);
    }

    static LuFactorization of(
            Platform platform,
            List<Domain> domains,
            ColumnBlocks a,
            TileHeights heights,
            Steps progress) {
        Buffer pivots =
                platform.buffer(
                        BufferOptions.named("pivots"), JAVA_INT, Math.min(a.rows(), a.columns()));
        PanelStreams crew =
                PanelStreams.beside(
                        pivots, platform, domains, TileKernels.DOUBLES.of(TileOperation.GETRF));
        LuFactorization made = new LuFactorization(a, crew, pivots, heights);
        made.run(progress);
        return made;
    }

    @Override
    TileCall panel(int k) {
        long first = a.start(k);
        return calls.getrf(a.rows() - first, a.columns(k), a.below(k, first), beside(k), first);
    }

    @Override
    Range beside(int k) {
        return pivots.elements(a.start(k), depth(k));
    }

    @Override
    List<Event> update(int k, int j, Stream stream) {
        long first = a.start(k);
        long depth = depth(k);
        long width = a.columns(j);
        Range top = a.part(j, first, depth);
        enqueue(stream, interchange(false, k, a, j));
        Event solved =
                enqueue(
                        stream,
                        calls.trsm(
                                Side.LEFT,
                                Triangle.LOWER,
                                Transpose.NO,
                                Diagonal.UNIT,
                                depth,
                                width,
                                1,
                                a.buffer().box(first, first, depth, depth),
                                top));
        List<Event> events = new ArrayList<>();
        for (TileHeights.Rows rows : rowsBelow(k, j)) {
            events.add(
                    enqueue(
                            stream,
                            calls.gemm(
                                    Transpose.NO,
                                    Transpose.NO,
                                    rows.count(),
                                    width,
                                    depth,
                                    -1,
                                    a.part(k, rows.first(), rows.count()),
                                    top,
                                    1,
                                    a.part(j, rows.first(), rows.count()))));
        }
        return events.isEmpty() ? List.of(solved) : events;
    }

    /**
     * Returns the rows of each action; in the next panel, for which other actions wait, they are
     * fewer.
     */
    private List<TileHeights.Rows> rowsBelow(int k, int j) {
        int from = Math.toIntExact(a.start(k) + depth(k));
        int to = Math.toIntExact(a.rows());
        long right = a.columns() - a.start(k) - a.columns(k);
        return j == k + 1
                ? heights.ofPanel(from, to)
                : heights.ofUpdate(from, to, (double) (to - from) * right / a.columns(j));
    }

    /** Interchanges rows of block j as panel k did with its own. */
    private TileCall interchange(boolean backwards, int k, ColumnBlocks of, int j) {
        long first = a.start(k);
        return calls.laswp(
                backwards,
                a.rows() - first,
                of.columns(j),
                depth(k),
                of.below(j, first),
                beside(k));
    }

    /** Applies the interchanges of later panels to the earlier panels themselves. */
    @Override
    void finish() {
        crew.gather();
        Stream stream = crew.stream(crew.panels());
        for (int j = 0; j < steps(); j++) {
            for (int k = j + 1; k < steps(); k++) {
                enqueue(stream, interchange(false, k, a, j));
            }
        }
    }

    /**
     * Solves A X = B, and waits for it.
     *
     * @param x holds B, receives X; as many rows as A
     * @throws RangeException if the extents do not fit
     */
    @Override
    public void solve(ColumnBlocks x) {
        Systems.requireSquare(a);
        Stream stream = apply(true, x, (k, j) -> interchange(false, k, x, j));
        Systems systems = new Systems(calls, stream);
        systems.solve(a, Triangle.LOWER, Transpose.NO, Diagonal.UNIT, x);
        systems.solve(a, Triangle.UPPER, Transpose.NO, Diagonal.STORED, x);
        stream.await();
    }

    /**
     * Undoes the interchanges: X = P' X. Waits for it.
     *
     * @param x as many rows as A
     * @throws RangeException if the extents do not fit
     */
    public void restore(ColumnBlocks x) {
        apply(false, x, (k, j) -> interchange(true, k, x, j)).await();
    }
}
