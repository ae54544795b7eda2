package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.Awaited;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.time.Duration;
import java.util.Collection;

/**
 * A thread's wait for an event. A worker first runs the awaited work if it can, refuses to wait for
 * itself or in a cycle of workers that wait for each other, and lets a compensation thread run in
 * its place; any other thread just parks. A callback does not wait. A task stops waiting when its
 * scope is cancelled.
 */
public final class Wait implements Awaited, Cancellable {
    private final WorkerPool pool;
    private final Thread thread = Thread.currentThread();
    private final Worker worker;

    /** The awaited event; null once it is over. */
    private volatile Outcome awaited;

    /** Whose cancellation ends the wait, or null. */
    private Scope scope;

    public Wait(WorkerPool pool) {
        this.pool = pool;
        this.worker = pool.workerOf(thread);
    }

    public static long nanos(Duration timeout) {
        try {
            return Math.max(0, timeout.toNanos());
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** Waits for all events; true if they settled in time. */
    public static boolean forAll(Collection<? extends Event> events, Duration timeout) {
        Required.all(events, "events", "event");
        long deadline = System.nanoTime() + nanos(timeout);
        for (Event event : events) {
            if (!event.await(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
                return false;
            }
        }
        return true;
    }

    /** A wait of the calling thread, when there is memory for it. */
    public static Wait in(WorkerPool pool) {
        while (true) {
            try {
                return new Wait(pool);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /**
     * Waits; true if the event settled in time. Throws {@link ActionCancelledException} if the
     * thread is interrupted, and leaves it so; and if it runs a task of a scope that is cancelled.
     */
    public boolean until(Outcome event, long nanos) {
        scope = worker == null ? null : worker.scope;
        return await(event, nanos);
    }

    /** Waits on although the scope of the task is cancelled; only an interrupt ends the wait. */
    public void untilSettled(Outcome event) {
        boolean _ = await(event, Long.MAX_VALUE);
    }

    private boolean await(Outcome event, long nanos) {
        if (event.isSettled()) {
            return true;
        }
        Callbacks.refuseWait(event);
        if (worker != null) {
            event.help(worker);
        }
        DeadlockDetector.refuseSuccessor(worker, event);
        awaited = event;
        TaskQueue queue = event.isSettled() ? null : event.queue();
        pool.awaits(queue);
        Waiter waiter = null;
        try {
            waiter = enlist(event);
            return parkUntil(event, nanos);
        } finally {
            awaited = null;
            pool.awaitsNoMore(queue);
            if (waiter != null) {
                event.remove(waiter);
            }
            if (worker != null) {
                worker.waitingFor = null;
            }
        }
    }

    /** Lets this thread be woken, when there is memory for that; null if the event has settled. */
    private Waiter enlist(Outcome event) {
        while (!event.isSettled()) {
            try {
                Waiter waiter = new Waiter(thread);
                if (scope != null) {
                    scope.attend(this);
                }
                return event.add(waiter) ? waiter : null;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // and looks again
            }
        }
        return null;
    }

    private boolean parkUntil(Outcome event, long nanos) {
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : pool.timeline.nanos() + nanos;
        while (!event.isSettled()) {
            long left =
                    deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - pool.timeline.nanos();
            if (left <= 0) {
                return false;
            }
            DeadlockDetector.refuseRing(worker, event);
            try {
                park(left);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // and looks again
            }
            if (!event.isSettled()) {
                refuseToGoOn(event);
            }
        }
        return true;
    }

    private void refuseToGoOn(Outcome event) {
        if (Thread.currentThread().isInterrupted()) {
            throw new ActionCancelledException(
                    "interrupted while waiting for " + event.describe(),
                    new InterruptedException());
        }
        if (isCancelled()) {
            throw new ActionCancelledException(
                    "a task waits no longer for "
                            + event.describe()
                            + ": its finish scope was cancelled");
        }
    }

    private void park(long nanos) {
        if (worker != null) {
            pool.block(worker, this, nanos);
        } else {
            pool.parkProgram(awaited, nanos);
        }
    }

    private boolean isCancelled() {
        return scope != null && scope.isCancelled();
    }

    @Override
    public boolean isOver() {
        Outcome event = awaited;
        return event == null || event.isSettled() || isCancelled();
    }

    @Override
    public Object subject() {
        return awaited;
    }

    @Override
    public boolean isPast() {
        return awaited == null;
    }

    @Override
    public void cancelWithOwner() {
        pool.unpark(thread);
    }
}
