package org.anabranch.scheduler.finish;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Loop;
import org.anabranch.api.LoopException;
import org.anabranch.api.Piece;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskDeque;
import org.anabranch.scheduler.pool.Worker;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An interval of the tiles of a loop on the host.
 *
 * <p>Recursive splitting is lazy (Tzannes, Caragea, Barua and Vishkin, "Lazy Binary-Splitting",
 * PPoPP 2010): the owner runs tile after tile, small ones some together, and gives the upper half
 * of what is left away only when somebody asks and its deque is empty, that is, when whatever it
 * gave before was taken. A chunked loop hands out single tiles from a shared count; each runner
 * starts another as long as there are tiles and its deque is empty.
 */
public abstract class LoopTask extends Task {

    /** Runs the tiles from one to another, not included, that have so far not failed. */
    @FunctionalInterface
    interface Leaf {
        public void run(long from, long to, LoopTask of);
    }

    /** Most indices that are run in one inner loop. */
    private static final long SPAN = 1 << 20;

    /** Tiles are run together up to so many indices, as long as that is no long time. */
    private static final long TOGETHER = 2048;

    /** And up to so many tiles, for the next ones may take longer than those before. */
    private static final long MOST_TOGETHER = 64;

    /** Fewer are not worth looking at the clock. */
    private static final long WORTH_A_CLOCK = 4;

    private static final long SOON_NANOS = 10_000;
    private static final long LONG_NANOS = 50_000;

    final Leaf leaf;

    private final CountedFinish finish;

    private LoopTask(CountedFinish scope, Leaf leaf) {
        super(scope);
        this.finish = scope;
        this.leaf = leaf;
    }

    static LoopTask of(CountedFinish scope, Loop loop, Leaf leaf) {
        return loop.split() == Loop.Split.CHUNKED
                ? new Chunked(scope, leaf, new AtomicLong(), loop.tiles())
                : new Halving(scope, leaf, 0, loop.tiles(), together(loop));
    }

    /** How many tiles may be run without looking up; large ones by themselves. */
    private static long together(Loop loop) {
        long indices = 1;
        for (Loop.Dimension dimension : loop.dimensions()) {
            indices *= Math.min(TOGETHER, dimension.tile());
        }
        long together = Math.min(MOST_TOGETHER, TOGETHER / indices);
        return together < WORTH_A_CLOCK ? 1 : together;
    }

    @Override
    public final String toString() {
        return "part of a loop";
    }

    @Override
    public final void run(Worker worker) {
        Throwable thrown;
        try {
            thrown = ForeignCode.attempt(() -> runTiles(worker));
        } catch (OutOfMemoryError full) {
            thrown = full;
        }
        AnabranchException failure =
                thrown == null
                        ? null
                        : thrown instanceof ActionCancelledException cancelled
                                ? cancelled
                                : finish.failureOf("a loop", thrown);
        worker.leaveScopes(scope);
        over = true;
        scope.ended(worker, failure);
    }

    @Override
    public final void refuse(Worker worker, AnabranchException cause) {
        if (!over) {
            over = true;
            scope.ended(worker, cause);
        }
    }

    abstract void runTiles(Worker worker);

    /** Whether somebody asks for work and there is none but this; what else there is he gets. */
    static boolean isWanted(Worker worker) {
        TaskDeque deque = worker.deque;
        if (!deque.isAsked()) {
            return false;
        }
        if (deque.hasPrivate()) {
            deque.share();
        }
        return deque.isDrained();
    }

    final CountedFinish finish() {
        return finish;
    }

    /** Starts another task of the same loop. */
    final void fork(LoopTask other) {
        finish.fork(other);
    }

    /** Runs tiles; what fails is told to the scope and the others go on. */
    final void tiles(long from, long to) {
        if (finish.isCancelled()) {
            throw finish.cancellation("a tile of a loop");
        }
        leaf.run(from, to, this);
    }

    private void failed(long tile, Throwable cause) {
        finish.record(finish.failureOf("tile " + tile + " of a loop", cause));
    }

    /** Splits on demand. */
    private static final class Halving extends LoopTask {
        private final long most;
        private long next;
        private long bound;

        Halving(CountedFinish scope, Leaf leaf, long next, long bound, long most) {
            super(scope, leaf);
            this.next = next;
            this.bound = bound;
            this.most = most;
        }

        @Override
        void runTiles(Worker worker) {
            boolean timed = most > 1 && !worker.pool.simulated;
            long together = 1;
            long began = timed ? System.nanoTime() : 0;
            while (next < bound) {
                if (bound - next > 1 && isWanted(worker)) {
                    giveHalf();
                }
                long from = next;
                next = Math.min(bound, from + together);
                tiles(from, next);
                if (next < bound && worker.mustYield()) {
                    fork(new Halving(finish(), leaf, next, bound, most));
                    return;
                }
                if (timed) {
                    long ended = System.nanoTime();
                    together = after(ended - began, together);
                    began = ended;
                }
            }
        }

        private void giveHalf() {
            long middle = next + (bound - next + 1) / 2;
            long end = bound;
            bound = middle;
            fork(new Halving(finish(), leaf, middle, end, most));
        }

        private long after(long nanos, long together) {
            return nanos < SOON_NANOS
                    ? Math.min(most, 2 * together)
                    : nanos > LONG_NANOS ? 1 : together;
        }
    }

    /** Hands out tiles one by one. */
    private static final class Chunked extends LoopTask {
        private final AtomicLong next;
        private final long tiles;

        Chunked(CountedFinish scope, Leaf leaf, AtomicLong next, long tiles) {
            super(scope, leaf);
            this.next = next;
            this.tiles = tiles;
        }

        @Override
        void runTiles(Worker worker) {
            for (long index = next.getAndIncrement();
                    index < tiles;
                    index = next.getAndIncrement()) {
                if (index + 1 < tiles && isWanted(worker)) {
                    fork(new Chunked(finish(), leaf, next, tiles));
                }
                tiles(index, index + 1);
                if (worker.mustYield()) {
                    fork(new Chunked(finish(), leaf, next, tiles));
                    return;
                }
            }
        }
    }

    static Leaf leaf(Loop loop, IndexBody body) {
        requireRank(loop, 1);
        Loop.Dimension only = loop.dimensions().getFirst();
        long count = only.count();
        return (from, to, of) -> {
            long end = to >= only.tiles() ? count : to * only.tile();
            long at = from * only.tile();
            while (at < end) {
                int length = (int) Math.min(SPAN, end - at);
                int ran = span(body, only, at, length, of);
                at = ran == length ? at + ran : ((at + ran) / only.tile() + 1) * only.tile();
            }
        };
    }

    /**
     * Runs a row of indices up to the first that fails, and returns how many it ran. Counts by an
     * int, and apart from other strides by one: such a loop the compiler unrolls and vectorises.
     */
    private static int span(IndexBody body, Loop.Dimension only, long at, int count, LoopTask of) {
        long stride = only.stride();
        long first = only.low() + at * stride;
        int i = 0;
        try {
            if (stride == 1) {
                for (; i < count; i++) {
                    body.run(first + i);
                }
            } else {
                for (; i < count; i++) {
                    body.run(first + i * stride);
                }
            }
        } catch (Throwable cause) {
            of.failed((at + i) / only.tile(), cause);
        }
        return i;
    }

    /** Runs one tile. */
    @FunctionalInterface
    private interface OneTile {
        public void run(Piece piece);
    }

    private static Leaf eachTile(Loop loop, OneTile one) {
        return (from, to, of) -> {
            for (long tile = from; tile < to; tile++) {
                try {
                    one.run(loop.pieceAt(tile));
                } catch (Throwable cause) {
                    of.failed(tile, cause);
                }
            }
        };
    }

    static Leaf leaf(Loop loop, IndexBody.Two body) {
        requireRank(loop, 2);
        return eachTile(
                loop,
                piece -> {
                    long i = piece.low0();
                    for (long rows = piece.count(0); rows > 0; rows--, i += piece.stride0()) {
                        long j = piece.low1();
                        for (long left = piece.count(1); left > 0; left--, j += piece.stride1()) {
                            body.run(i, j);
                        }
                    }
                });
    }

    static Leaf leaf(Loop loop, IndexBody.Three body) {
        requireRank(loop, 3);
        return eachTile(loop, piece -> run(piece, body));
    }

    private static void run(Piece piece, IndexBody.Three body) {
        long i = piece.low0();
        for (long slices = piece.count(0); slices > 0; slices--, i += piece.stride0()) {
            long j = piece.low1();
            for (long rows = piece.count(1); rows > 0; rows--, j += piece.stride1()) {
                long k = piece.low2();
                for (long left = piece.count(2); left > 0; left--, k += piece.stride2()) {
                    body.run(i, j, k);
                }
            }
        }
    }

    private static void requireRank(Loop loop, int rank) {
        if (loop.dimensions().size() != rank) {
            throw new LoopException(
                    "a body of "
                            + rank
                            + " indices does not fit a loop of "
                            + loop.dimensions().size()
                            + " dimensions");
        }
    }
}
