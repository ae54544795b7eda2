package org.anabranch.scheduler;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Loop;
import org.anabranch.api.LoopException;
import org.anabranch.api.Piece;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An interval of the tiles of a loop on the host.
 *
 * <p>Recursive splitting is lazy (Tzannes, Caragea, Barua and Vishkin, "Lazy Binary-Splitting",
 * PPoPP 2010): the owner runs tile after tile and gives the upper half of what is left away only
 * when its deque is empty, that is, when whatever it gave before was taken. A chunked loop hands
 * out single tiles from a shared count; each runner starts another as long as there are tiles and
 * its deque is empty.
 */
abstract class LoopTask extends Task {

    /** Runs one tile. */
    @FunctionalInterface
    interface Leaf {
        void run(long tile);
    }

    /** Most indices of a tile that are run in one inner loop. */
    private static final long SPAN = 1 << 20;

    final Leaf leaf;

    private LoopTask(CountedFinish scope, Leaf leaf) {
        super(scope);
        this.leaf = leaf;
    }

    static LoopTask of(CountedFinish scope, Loop loop, Leaf leaf) {
        return loop.split() == Loop.Split.CHUNKED
                ? new Chunked(scope, leaf, new AtomicLong(), loop.tiles())
                : new Halving(scope, leaf, 0, loop.tiles());
    }

    @Override
    public final String toString() {
        return "part of a loop";
    }

    @Override
    final void run(Worker worker) {
        AnabranchException failure = null;
        try {
            runTiles(worker);
        } catch (ActionCancelledException cancelled) {
            failure = cancelled;
        } catch (Throwable cause) {
            failure = Outcome.failureOf("a loop", cause);
        }
        scope.ended(worker, failure);
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

    /** Starts another task of the same loop. */
    final void fork(LoopTask other) {
        scope.fork(other);
    }

    /** Runs a tile; its failure is told to the scope and the others go on. */
    final void tile(Worker worker, long index) {
        if (scope.isCancelled()) {
            throw scope.cancellation("a tile of a loop");
        }
        try {
            leaf.run(index);
        } catch (Throwable cause) {
            scope.record(Outcome.failureOf("tile " + index + " of a loop", cause));
        }
    }

    /** Splits on demand. */
    private static final class Halving extends LoopTask {
        private long next;
        private long bound;

        Halving(CountedFinish scope, Leaf leaf, long next, long bound) {
            super(scope, leaf);
            this.next = next;
            this.bound = bound;
        }

        @Override
        void runTiles(Worker worker) {
            while (next < bound) {
                if (bound - next > 1 && isWanted(worker)) {
                    long middle = next + (bound - next + 1) / 2;
                    long end = bound;
                    bound = middle;
                    fork(new Halving(scope, leaf, middle, end));
                }
                tile(worker, next++);
            }
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
                    fork(new Chunked(scope, leaf, next, tiles));
                }
                tile(worker, index);
            }
        }
    }

    static Leaf leaf(Loop loop, IndexBody body) {
        requireRank(loop, 1);
        Loop.Dimension only = loop.dimensions().getFirst();
        long count = only.count();
        return tile -> {
            long first = tile * only.tile();
            long left = Math.min(only.tile(), count - first);
            for (long from = first; left > 0; from += SPAN, left -= SPAN) {
                long index = only.low() + from * only.stride();
                span(body, index, only.stride(), (int) Math.min(SPAN, left));
            }
        };
    }

    /**
     * Counts by an int, and apart from other strides by one: such a loop the compiler unrolls and
     * vectorises.
     */
    private static void span(IndexBody body, long first, long stride, int count) {
        if (stride == 1) {
            for (int i = 0; i < count; i++) {
                body.run(first + i);
            }
        } else {
            for (int i = 0; i < count; i++) {
                body.run(first + i * stride);
            }
        }
    }

    static Leaf leaf(Loop loop, IndexBody.Two body) {
        requireRank(loop, 2);
        return tile -> {
            Piece piece = loop.pieceAt(tile);
            long i = piece.low0();
            for (long rows = piece.count(0); rows > 0; rows--, i += piece.stride0()) {
                long j = piece.low1();
                for (long columns = piece.count(1); columns > 0; columns--, j += piece.stride1()) {
                    body.run(i, j);
                }
            }
        };
    }

    static Leaf leaf(Loop loop, IndexBody.Three body) {
        requireRank(loop, 3);
        return tile -> {
            Piece piece = loop.pieceAt(tile);
            long i = piece.low0();
            for (long slices = piece.count(0); slices > 0; slices--, i += piece.stride0()) {
                long j = piece.low1();
                for (long rows = piece.count(1); rows > 0; rows--, j += piece.stride1()) {
                    long k = piece.low2();
                    for (long columns = piece.count(2);
                            columns > 0;
                            columns--, k += piece.stride2()) {
                        body.run(i, j, k);
                    }
                }
            }
        };
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
