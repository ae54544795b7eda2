package org.anabranch.scheduler.finish;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Loop;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.ForeignCode.Body;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskDeque;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerLog;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An interval of the tiles of a loop on the host.
 *
 * <p>Recursive splitting is lazy (Tzannes, Caragea, Barua and Vishkin, "Lazy Binary-Splitting",
 * PPoPP 2010): the owner runs tile after tile, small ones some together, and gives the upper half
 * of the rest away only when a thief asks and its deque is empty, that is, when all that it gave
 * before was stolen. A chunked loop hands out single tiles from a shared count; each runner starts
 * another as long as there are tiles and its deque is empty.
 */
public abstract class LoopTask extends Task implements LoopLeaf.Report {

    final LoopLeaf leaf;

    private final CountedFinish finish;

    private LoopTask(CountedFinish scope, LoopLeaf leaf) {
        super(scope);
        this.finish = scope;
        this.leaf = leaf;
    }

    static LoopTask of(CountedFinish scope, Loop loop, LoopLeaf leaf) {
        return loop.split() == Loop.Split.CHUNKED
                ? new Chunked(scope, leaf, new AtomicLong(), loop.tiles())
                : new Halving(scope, leaf, 0, loop.tiles(), together(loop));
    }

    /** Returns the number of tiles to run between two checks; 1 for large ones. */
    private static long together(Loop loop) {
        long indices = 1;
        for (Loop.Dimension dimension : loop.dimensions()) {
            indices *= Math.min(LoopTuning.TOGETHER_INDICES, dimension.tile());
        }
        long together = Math.min(LoopTuning.TOGETHER_TILES, LoopTuning.TOGETHER_INDICES / indices);
        return together < LoopTuning.WORTH_A_CLOCK_TILES ? 1 : together;
    }

    @Override
    public final String toString() {
        return "part of a loop";
    }

    @Override
    public final void run(Worker worker) {
        long since = WorkerLog.begins(worker.pool.log);
        Throwable thrown;
        try {
            thrown = ForeignCode.run(worker, finish.context(), (Body) () -> runTiles(worker));
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
        WorkerLog.ran(worker.pool.log, worker.lane, since, scope, toString(), failure);
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

    /**
     * Returns true if a thief asks for work and there is none but this; otherwise it gets the other
     * work.
     */
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

    /** Runs tiles; failures are reported to the scope, and the other tiles still run. */
    final void tiles(long from, long to) {
        if (finish.isCancelled()) {
            throw Failures.cancellation("a tile of a loop");
        }
        leaf.run(from, to, this);
    }

    @Override
    public final void failed(long tile, Throwable cause) {
        finish.record(finish.failureOf("tile " + tile + " of a loop", cause));
    }

    /** Splits on demand. */
    private static final class Halving extends LoopTask {
        private final long most;
        private long next;
        private long bound;

        Halving(CountedFinish scope, LoopLeaf leaf, long next, long bound, long most) {
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
            return nanos < LoopTuning.SOON_NANOS
                    ? Math.min(most, 2 * together)
                    : nanos > LoopTuning.LONG_NANOS ? 1 : together;
        }
    }

    /** Hands out tiles one by one. */
    private static final class Chunked extends LoopTask {
        private final AtomicLong next;
        private final long tiles;

        Chunked(CountedFinish scope, LoopLeaf leaf, AtomicLong next, long tiles) {
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
}
