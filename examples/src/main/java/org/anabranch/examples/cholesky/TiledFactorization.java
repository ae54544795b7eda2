package org.anabranch.examples.cholesky;

import org.anabranch.api.Event;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.Side;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;
import org.anabranch.examples.job.Stopwatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The right-looking tiled Cholesky factorisation over streams (hStreams, figure 5; the algorithm is
 * A. Buttari et al., "A class of parallel tiled linear algebra algorithms for multicore
 * architectures", Parallel Computing 35, 2009). Step k factors the diagonal tile, solves for the
 * tiles below it, and subtracts their products from the tiles to the right.
 *
 * <p>Every tile is written by the actions of one stream only, its owner's, and their order follows
 * from the operands. If a stream reads a tile that another one owns, it first waits for the event
 * that made this tile final, once; only actions that use the tile are deferred. With a single
 * stream there are no events at all. Steps are enqueued ahead of execution as long as not too many
 * actions are pending. Not thread-safe.
 */
final class TiledFactorization {
    private static final TileCalls CALLS = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);
    private static final int MOST_PENDING = 50_000;
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Tiles tiles;
    private final int count;
    private final List<Stream> streams;
    private final TileOwner owner;
    private final Stopwatch watch;
    private final Event[] last;
    private final BitSet waited = new BitSet();
    private final Deque<Step> pending = new ArrayDeque<>();
    private int pendingActions;
    private boolean failed;
    private long waits;
    private long actions;

    /** The end of a step. */
    private record Step(int number, int actions, List<Event> marks) {}

    TiledFactorization(Tiles tiles, List<Stream> streams, TileOwner owner, Stopwatch watch) {
        this.tiles = tiles;
        this.count = Math.toIntExact(tiles.rows());
        this.streams = streams;
        this.owner = owner;
        this.watch = watch;
        this.last = new Event[count];
    }

    /** Enqueues all actions and waits for them; throws the first failure. */
    void run() {
        for (int k = 0; k < count && !failed; k++) {
            long before = actions;
            step(k);
            int added = (int) (actions - before);
            pending.add(new Step(k, added, streams.stream().map(Stream::mark).toList()));
            pendingActions += added;
            while (pendingActions > MOST_PENDING && pending.size() > 1) {
                retire();
            }
        }
        while (!pending.isEmpty()) {
            retire();
        }
        streams.forEach(Stream::await);
    }

    /** {@return the number of tile operations} */
    long actions() {
        return actions;
    }

    /** {@return the number of waits between streams} */
    long waits() {
        return waits;
    }

    private void step(int k) {
        waited.clear();
        int columns = extent(k);
        last[k] =
                CALLS.potrf(Triangle.LOWER, columns, tiles.tile(k, k), k * tiles.tileRows())
                        .on(stream(k, k));
        actions++;
        for (int i = k + 1; i < count; i++) {
            last[i] = solve(i, k, columns).on(stream(i, k));
            actions++;
        }
        for (int j = k + 1; j < count; j++) {
            for (int i = j; i < count; i++) {
                update(i, j, k, columns);
            }
        }
    }

    private TileCall solve(int i, int k, int columns) {
        return CALLS.trsm(
                Side.RIGHT,
                Triangle.LOWER,
                Transpose.YES,
                Diagonal.STORED,
                extent(i),
                columns,
                1,
                tileFor(owner(i, k), k, k),
                tiles.tile(i, k));
    }

    private void update(int i, int j, int k, int columns) {
        int own = owner(i, j);
        Range left = tileFor(own, i, k);
        Range target = tiles.tile(i, j);
        TileCall call =
                i == j
                        ? CALLS.syrk(
                                Triangle.LOWER,
                                Transpose.NO,
                                extent(i),
                                columns,
                                -1,
                                left,
                                1,
                                target)
                        : CALLS.gemm(
                                Transpose.NO,
                                Transpose.YES,
                                extent(i),
                                extent(j),
                                columns,
                                -1,
                                left,
                                tileFor(own, j, k),
                                1,
                                target);
        call.on(streams.get(own));
        actions++;
    }

    /**
     * Returns a final tile of column k for a reader; if another stream owns it, waits for its
     * event, once.
     */
    private Range tileFor(int reader, int row, int k) {
        Range tile = tiles.tile(row, k);
        int mark = row * streams.size() + reader;
        if (owner(row, k) != reader && !waited.get(mark)) {
            waited.set(mark);
            waits++;
            streams.get(reader).waitFor(List.of(last[row]), tile);
        }
        return tile;
    }

    private void retire() {
        Step step = pending.remove();
        for (Event mark : step.marks()) {
            while (!mark.await(LOOK)) {
                watch.step("columns of tiles factored", step.number(), count);
            }
        }
        pendingActions -= step.actions();
        failed |= last[step.number()].failure().isPresent();
        watch.step("columns of tiles factored", step.number() + 1, count);
    }

    private int owner(int row, int column) {
        return owner.of(row, column, streams.size());
    }

    private Stream stream(int row, int column) {
        return streams.get(owner(row, column));
    }

    private int extent(int tile) {
        long rows = tiles.buffer().shape().rows();
        return (int) Math.min(tiles.tileRows(), rows - tile * tiles.tileRows());
    }
}
