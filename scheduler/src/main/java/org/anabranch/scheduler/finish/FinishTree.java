package org.anabranch.scheduler.finish;

import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Pending;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.ArrayDeque;
import java.util.List;

/**
 * A scope within others, and the cancellation of all within it.
 *
 * <p><b>Reach of a cancellation.</b> Each scope has a list of its pending work: tasks that wait for
 * events, kernels and loops that have not begun, threads that wait in the body of a task, and the
 * scopes directly within it that have such a list. A scope is put in the list of the scope around
 * it, and that one in turn, before it has an entry of its own. A cancellation is written before the
 * lists are read, and read after an entry was added; so of the two threads one sees the other, and
 * no entry is missed. A task that only waits for a worker is in no list: a worker cancels it when
 * it takes it.
 */
abstract class FinishTree extends FinishCount implements Cancellable {
    /** Null for a scope within no other. */
    final FinishTree parent;

    private final int depth;

    /** Number of cancellations in the pool when this scope was last known not to be cancelled. */
    private int calmSince;

    private volatile boolean cancelled;

    /**
     * Null until there is an entry. From then on a cancellation of any scope around this one
     * reaches it: before, it was put in the list of the scope directly around it.
     */
    private volatile Pending<Cancellable> pending;

    /** Opens a scope within that of a worker, if that runs a task. */
    FinishTree(WorkerPool pool, Worker opener) {
        super(pool, opener);
        this.parent = opener == null ? null : (FinishTree) opener.scope;
        this.depth = parent == null ? 0 : parent.depth + 1;
        this.calmSince = parent == null ? pool.cancellations : parent.calmSince;
    }

    /** The number of scopes around this one. */
    final int depth() {
        return depth;
    }

    final boolean isOutermost() {
        return parent == null;
    }

    /** {@return true if this scope is the other one or around it} */
    final boolean isAround(FinishTree scope) {
        FinishTree other = scope;
        while (other != null && other.depth > depth) {
            other = other.parent;
        }
        return other == this;
    }

    @Override
    public final void attend(Cancellable entry) {
        if (pending == null) {
            link();
        }
        add(entry);
        if (isCancelled()) {
            entry.cancelWithOwner();
        }
    }

    private synchronized void add(Cancellable entry) {
        if (pending == null) {
            pending = new Pending<>(Cancellable::isPast);
        }
        pending.add(entry);
    }

    /** Puts this scope in the list of the scope around it, and that one in turn. */
    private void link() {
        ArrayDeque<FinishTree> path = new ArrayDeque<>();
        for (FinishTree scope = this;
                scope.parent != null && scope.pending == null;
                scope = scope.parent) {
            path.push(scope);
        }
        for (FinishTree scope : path) {
            scope.parent.add(scope);
        }
    }

    /** Cancels each task that has not begun, and each wait in the body of a task. */
    final void cancelPending() {
        cancelled = true;
        pool.countCancellation();
        while (true) {
            try {
                cancelListed();
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // what was cancelled is not listed any more
            }
        }
    }

    private void cancelListed() {
        ArrayDeque<FinishTree> scopes = new ArrayDeque<>();
        for (FinishTree scope = this; scope != null; scope = scopes.poll()) {
            for (Cancellable entry : scope.listed()) {
                if (entry instanceof FinishTree inner) {
                    scopes.add(inner); // not within this call: scopes may be nested deeply
                } else {
                    entry.cancelWithOwner();
                }
            }
        }
    }

    private synchronized Iterable<Cancellable> listed() {
        return pending == null ? List.of() : pending.list();
    }

    @Override
    public final void cancelWithOwner() {
        cancelPending();
    }

    /** Looks at the scopes around this one only if some scope was cancelled since the last look. */
    @Override
    public final boolean isCancelled() {
        int now = pool.cancellations;
        return now != calmSince && isCancelled(now);
    }

    private boolean isCancelled(int now) {
        for (FinishTree scope = this; scope != null; scope = scope.parent) {
            if (scope.cancelled) {
                return true;
            }
        }
        calmSince = now;
        return false;
    }
}
