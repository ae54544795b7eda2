package org.anabranch.scheduler.kernel;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.anabranch.events.Events;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a kernel action on workers of the host. An action over a loop of several tiles is shared:
 * each runner takes tiles from a common count, and before each starts another runner, up to one per
 * processor. The last runner to leave ends the action.
 */
public final class HostRun extends Task {
    private final KernelAction action;

    /** Null where there is but one piece. */
    private final Shared shared;

    private final boolean first;
    private boolean begun;
    private boolean yielded;

    /** The number of tiles that this has run. */
    private long tiles;

    /** The shared state of the runners of one action. */
    private static final class Shared {
        final AtomicLong next = new AtomicLong();
        final AtomicInteger runners = new AtomicInteger(1);
        final AtomicInteger recruits = new AtomicInteger(1);
        final AtomicLong nanos = new AtomicLong();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
    }

    HostRun(KernelAction action) {
        this(action, isShared(action) ? new Shared() : null, true);
    }

    private HostRun(KernelAction action, Shared shared, boolean first) {
        super(action.owner.scope());
        this.action = action;
        this.shared = shared;
        this.first = first;
    }

    /**
     * Returns true if workers share the tiles. In checked mode they do not if they write one
     * operand together, since each would write its copy of all.
     */
    private static boolean isShared(KernelAction action) {
        Loop loop = action.loop;
        if (loop == null || loop.tiles() == 1) {
            return false;
        }
        return loop.tiles() == 0
                || !action.isChecked()
                || !CheckedRun.writesUnmapped(action.arguments);
    }

    @Override
    public long action() {
        return action.action();
    }

    @Override
    protected TaskQueue queue() {
        return action.owner.queue();
    }

    @Override
    public void stolen() {
        action.counts(action.machine.domains().host).stoleLocally();
    }

    @Override
    public Object subject() {
        return action;
    }

    @Override
    public String toString() {
        return action.describe();
    }

    @Override
    public void run(Worker worker) {
        if (first && (action.isUnwanted() || !action.begin())) {
            over = true;
            action.end(Outcome.DONE);
            return;
        }
        begun = true;
        action.runsOn(worker);
        long start = action.isTold() ? beginTold(worker) : worker.beginsKernel();
        Throwable cause = null;
        if (shared == null) {
            cause = runWhole(worker);
        } else {
            runTiles(worker);
            if (yielded) {
                long nanos = worker.endsKernel() - start;
                action.counts(action.at).busy(nanos);
                shared.nanos.addAndGet(nanos);
                tellPiece(worker, start);
                return;
            }
        }
        worker.leaveScopes(scope);
        if (scope != null) {
            worker.tally.end(); // what it started counts before it ends
        }
        endRun(worker, start, cause);
    }

    private long beginTold(Worker worker) {
        long start = worker.beginsTold();
        if (first) {
            ActionLog.started(action, worker, start);
        }
        return start;
    }

    /** It has run its part; who was the last ends the action. */
    private void endRun(Worker worker, long start, Throwable thrown) {
        Throwable cause = thrown;
        long nanos = worker.endsKernel() - start;
        action.counts(action.at).busy(nanos);
        if (shared != null) {
            tellPiece(worker, start);
            over = true;
            shared.nanos.addAndGet(nanos);
            if (shared.runners.decrementAndGet() != 0) {
                return;
            }
            cause = shared.failure.get();
            action.ranFor(shared.nanos.get());
        } else {
            action.ranFor(nanos);
            action.owner.ran(action, nanos);
        }
        action.runsOn(null);
        over = true;
        Outcome.Ending ending = cause == null ? Outcome.DONE : action.failed(cause);
        if (action.isTold()) {
            int lane = shared == null ? worker.lane : Events.NOWHERE;
            ActionLog.ended(action, ending, lane, start, worker.kernelEnd());
        }
        action.endOn(worker, ending);
    }

    /** Runs the whole action; returns the exception that it threw, or null. */
    private Throwable runWhole(Worker worker) {
        try {
            return runPiece(worker, code(), action.piece());
        } catch (Throwable cause) {
            return cause;
        }
    }

    @Override
    public void refuse(Worker worker, AnabranchException cause) {
        if (over) {
            return;
        }
        over = true;
        if (first && !begun && !action.begin()) {
            action.end(Outcome.DONE);
        } else if (shared == null) {
            action.end(action.failed(cause));
        } else {
            shared.failure.compareAndSet(null, cause);
            if (shared.runners.decrementAndGet() == 0) {
                action.end(action.failed(shared.failure.get()));
            }
        }
    }

    private void runTiles(Worker worker) {
        try {
            JavaKernel code = code();
            long all = action.loop.tiles();
            for (long tile = shared.next.getAndIncrement();
                    tile < all && shared.failure.get() == null;
                    tile = shared.next.getAndIncrement()) {
                if (tile + 1 < all) {
                    recruit();
                }
                Throwable thrown = runPiece(worker, code, action.loop.pieceAt(tile));
                tiles++;
                if (thrown != null) {
                    shared.failure.compareAndSet(null, thrown);
                } else if (tile + 1 < all && worker.mustYield()) {
                    yieldTo(worker);
                    return;
                }
            }
        } catch (Throwable cause) {
            shared.failure.compareAndSet(null, cause);
        }
    }

    private void tellPiece(Worker worker, long start) {
        if (action.isTold()) {
            ActionLog.piece(action, worker, start, worker.kernelEnd(), tiles);
        }
    }

    /** Leaves the other tiles to a task that comes after what waits. */
    private void yieldTo(Worker worker) {
        HostRun other = new HostRun(action, shared, false);
        worker.leaveScopes(scope);
        worker.tally.end();
        ((HostDomain) action.at).start(other);
        yielded = true;
        over = true;
    }

    private JavaKernel code() {
        return HostCode.of(this, action.kernel, action.arguments);
    }

    /** Runs a piece; returns the exception that it threw, or null. */
    private Throwable runPiece(Worker worker, JavaKernel code, Piece piece) {
        boolean checked = action.isChecked();
        if (action.limit == null && !checked) {
            Throwable thrown = ForeignCode.run(code, piece, new HostArguments(action.arguments));
            return worker.scope == scope ? thrown : closeScopes(worker, thrown);
        }
        ForeignCode.Body body =
                checked
                        ? () -> action.runChecked(code, piece)
                        : () -> code.run(piece, new HostArguments(action.arguments));
        ForeignCode.Body closed = () -> runClosed(worker, body);
        return action.limit == null
                ? ForeignCode.runKernel(closed)
                : action.limit.run(worker, closed);
    }

    /** The kernel has not ended before the scopes that it left open; returns what failed first. */
    private Throwable closeScopes(Worker worker, Throwable thrown) {
        AnabranchException failed = worker.closeScopes(scope);
        return thrown == null ? failed : thrown;
    }

    private void runClosed(Worker worker, ForeignCode.Body body) throws Throwable {
        Throwable thrown = null;
        try {
            body.run();
        } catch (Throwable caught) {
            thrown = caught;
        }
        Throwable first = closeScopes(worker, thrown);
        if (first != null) {
            throw first;
        }
    }

    private void recruit() {
        HostDomain host = (HostDomain) action.at;
        if (shared.recruits.get() < host.processors().count()
                && shared.recruits.getAndIncrement() < host.processors().count()) {
            HostRun another = new HostRun(action, shared, false);
            shared.runners.incrementAndGet();
            try {
                host.start(another);
            } catch (OutOfMemoryError full) {
                shared.runners.decrementAndGet(); // this one goes on alone
            }
        }
    }
}
