package org.anabranch.scheduler.finish;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.WorkersExhaustedException;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.pool.Awaited;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.StackReserve;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskContext;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.VictimSearch;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The end of a scope: closed by its opener, left by it, or cancelled.
 *
 * <p><b>Waiting.</b> The opener runs tasks within the scope until it finds none, then announces
 * that it waits, adds up once more, and parks. A thread that ends a task elsewhere decrements the
 * count and then checks for a waiting opener. The opener's own count does not change while it
 * waits, so the thread that brings the sum to zero wakes it.
 *
 * <p><b>Leaving.</b> A task may end without closing a scope that it opened. It has no opener then:
 * all counting is atomic, the enclosing scope counts one more, and the thread that brings the sum
 * to zero closes the scope and reports to the enclosing one, including failures.
 */
abstract class FinishClose extends FinishTree implements Awaited {
    private static final VarHandle PHASE = Handles.of(MethodHandles.lookup(), "phase", int.class);

    /** It takes tasks; or its program has ended, and it takes none; or it is closed. */
    static final int OPEN = 0, ENDED = 1, CLOSED = 2;

    static {
        FinishClose none = null;
        Handles.linkCalls(
                () -> PHASE.setRelease(none, CLOSED), () -> PHASE.compareAndSet(none, OPEN, ENDED));
        Handles.linkReads(() -> (int) PHASE.getAndSet(none, CLOSED));
    }

    /** The context of its tasks: that of the scope around, as the options change it. */
    private TaskContext context;

    /**
     * Closed with release order: threads that may start tasks are ordered before close by being
     * counted.
     */
    volatile int phase;

    /** Of a scope within no other: in which tasks wait that no worker has; null until needed. */
    private volatile TaskQueue queue;

    /** Opens a scope within that of the calling thread, if it is a worker that runs a task. */
    FinishClose(WorkerPool pool, Worker opener) {
        super(pool, opener);
        FinishClose around = around();
        this.context = around == null ? TaskContext.ofProgram() : around.context;
        if (depth() >= StackReserve.DEEP_SCOPES && around.openedAt == owner.depth) {
            StackReserve.require();
            requireWorkers();
        }
        if (owner != null) {
            this.openedAt = owner.depth;
            owner.scope = this;
        }
    }

    /** The scope directly around this one, or null. */
    private FinishClose around() {
        return (FinishClose) parent;
    }

    /** A scope within no other has ended. */
    abstract void leaveProgram();

    /** A recursion of scopes that are closed while their tasks run elsewhere ends here. */
    private void requireWorkers() {
        if (pool.isExhausted()) {
            throw new WorkersExhaustedException(
                    "this task cannot open a finish scope within "
                            + depth()
                            + " others: as many tasks wait as the setting 'blockedWorkers' of"
                            + " org.anabranch.scheduler allows");
        }
    }

    /** Changes the context of its tasks as the options say; called before there are any. */
    final void change(FinishOptions options) {
        context = context.with(options);
    }

    /** The context of its tasks. */
    final TaskContext context() {
        return context;
    }

    /** Returns true if the task that the calling worker runs has opened this. */
    final boolean isOpenedHere(Worker worker) {
        return owner == worker && openedAt == worker.depth;
    }

    private FinishClose outermost() {
        FinishClose scope = this;
        while (scope.parent != null) {
            scope = scope.around();
        }
        return scope;
    }

    @Override
    public final TaskQueue queue() {
        FinishClose scope = outermost();
        TaskQueue known = scope.queue;
        return known == null ? scope.makeQueue() : known;
    }

    private synchronized TaskQueue makeQueue() {
        try {
            if (queue == null) {
                queue = new TaskQueue(tenant(), this);
            }
            return queue;
        } catch (OutOfMemoryError full) {
            return tenant().queue;
        }
    }

    @Override
    public final boolean isAwaited() {
        TaskQueue known = outermost().queue;
        return known != null && known.isAwaited();
    }

    /** It is within no other and has ended. */
    private void leave() {
        if (queue != null) {
            pool.forget(queue);
        }
        leaveProgram();
    }

    /** Nanoseconds that a kernel may run, or 0. */
    public final long timeLimit() {
        FinishClose scope = this;
        while (scope.ownTimeLimit() == 0 && scope.parent != null) {
            scope = scope.around();
        }
        return scope.ownTimeLimit();
    }

    /** Nanoseconds that a kernel may run, or 0 where the scope around says that. */
    long ownTimeLimit() {
        return 0;
    }

    @Override
    public final void abandonUpTo(Scope outer) {
        for (FinishClose left = this; left != outer && left != null; left = left.around()) {
            left.openedAt = Integer.MIN_VALUE;
            left.abandon();
        }
    }

    @Override
    public final AnabranchException closeLeft() {
        try {
            close();
            return null;
        } catch (AnabranchException failure) {
            return failure;
        } catch (IllegalStateException elsewhere) {
            return null;
        }
    }

    /**
     * If a thread of the program has ended without closing this scope, which is within no other,
     * leaves it: it takes no more tasks, and is closed when those that it has have ended.
     *
     * @return the name of that thread; null if there is none
     */
    public final String leaveIfOrphaned() {
        Thread by = opener;
        if (by == null || owner != null || by.isAlive()) {
            return null;
        }
        openedAt = Integer.MIN_VALUE;
        abandon();
        return by.getName();
    }

    /**
     * Returns true if the calling thread, which is no worker, opened this after a certain number of
     * others.
     */
    public final boolean isOpenedHereSince(int opened) {
        return owner == null
                && Thread.currentThread() == opener
                && openedAt != Integer.MIN_VALUE
                && openedAt - opened >= 0;
    }

    /** Numbers a scope that a thread of the program has opened, in the order of opening. */
    public final void openedAs(int opened) {
        if (owner == null) {
            openedAt = opened == Integer.MIN_VALUE ? 0 : opened;
        }
    }

    /** The number of a scope that a thread of the program has opened. */
    public final int openedAs() {
        return openedAt;
    }

    /** This is closed before those within it are. */
    private void abandonWithin(FinishClose innermost) {
        for (FinishClose left = innermost; left != this; left = left.around()) {
            left.abandon();
        }
    }

    private void abandon() {
        if (phase == CLOSED || abandoned) {
            return;
        }
        if (parent != null) {
            parent.count(1);
        }
        int mine = here;
        here = 0;
        owner = null;
        opener = null;
        add(mine);
        abandoned = true;
        waiting = true;
        if (elsewhere == 0) {
            endAbandoned();
        }
    }

    @Override
    final void endAbandoned() {
        if ((int) PHASE.getAndSet(this, CLOSED) == CLOSED) {
            return;
        }
        AnabranchException failure = failures == null ? null : failures.thrown();
        if (parent != null) {
            parent.endedAnywhere(failure);
        } else {
            leave();
            if (failure != null) {
                ForeignCode.warn("in a finish scope that nobody closed", failure);
            }
        }
    }

    /** Its program ends: it takes no more, and what has not begun does not begin. */
    public final void end() {
        boolean _ = PHASE.compareAndSet(this, OPEN, ENDED);
        cancelPending();
    }

    @Override
    public final boolean contains(Scope scope) {
        return isAround((FinishTree) scope);
    }

    @Override
    public final boolean isPast() {
        return phase == CLOSED;
    }

    public final void close() {
        Worker worker = owner;
        if (worker == null
                || Thread.currentThread() != opener
                || worker.scope != this
                || worker.depth != openedAt) {
            closeUnusually();
            return;
        }
        if (open() != 0 && (!worker.runNewest(this) || open() != 0)) {
            runAll(worker);
        }
        worker.scope = parent;
        finishClosing();
    }

    private void runAll(Worker worker) {
        while (open() != 0) {
            if (!worker.runNewest(this)) {
                awaitHelping();
            }
        }
    }

    private void closeUnusually() {
        if (phase == CLOSED && openedAt != Integer.MIN_VALUE) {
            return;
        }
        if (open() != 0) {
            Callbacks.refuseWait("a finish scope with open tasks");
        }
        if (Thread.currentThread() != opener || owner != null && owner.depth != openedAt) {
            throw new IllegalStateException(
                    "a finish scope is closed by the thread and task that opened it, once");
        }
        if (owner == null) {
            awaitParked();
        } else {
            if (owner.scope != this && contains(owner.scope)) {
                abandonWithin((FinishClose) owner.scope);
                owner.scope = this;
            }
            awaitHelping();
            if (owner.scope == this) {
                owner.scope = parent;
            }
        }
        finishClosing();
    }

    private void finishClosing() {
        PHASE.setRelease(this, CLOSED);
        if (parent == null) {
            leave();
        }
        if (failures != null) {
            throwFailures();
        }
    }

    private void throwFailures() {
        Failures thrown = failures;
        failures = null;
        throw thrown.thrown();
    }

    /** Waits while it has no task of this scope: helps workers that have some, or parks. */
    private void awaitHelping() {
        if (open() != 0) {
            Callbacks.refuseWait("a finish scope with open tasks");
        }
        VictimSearch search = null;
        boolean interrupted = false;
        owner.deque.shareAll();
        while (open() != 0) {
            try {
                search = search == null ? new VictimSearch(pool, owner, this) : search;
                Task task = search.next();
                if (task != null) {
                    owner.execute(task);
                    search = null;
                } else if (search.goesOn()) {
                    owner.tally.end();
                    search.pause();
                } else {
                    search = null;
                    owner.tally.end();
                    waiting = true;
                    if (open() != 0) {
                        block();
                    }
                    waiting = false;
                    interrupted |= cancelIfInterrupted();
                }
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // and looks again: nothing is lost that was found
            }
        }
        owner.tally.end();
        restore(interrupted);
    }

    private void block() {
        TaskQueue awaited = queue();
        pool.awaits(awaited);
        try {
            pool.block(owner, this, Long.MAX_VALUE);
        } finally {
            pool.awaitsNoMore(awaited);
        }
    }

    /** The scope must be waited for all the same, but need not begin anything more. */
    private boolean cancelIfInterrupted() {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            cancelPending();
        }
        return interrupted;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public final boolean isOver() {
        return open() == 0;
    }

    private void awaitParked() {
        boolean interrupted = false;
        waiting = true;
        TaskQueue awaited = open() == 0 ? null : queue();
        pool.awaits(awaited);
        while (open() != 0) {
            try {
                pool.parkProgram(this, Long.MAX_VALUE);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // a virtual thread needs memory to park
            }
            interrupted |= cancelIfInterrupted();
        }
        pool.awaitsNoMore(awaited);
        waiting = false;
        restore(interrupted);
    }
}
