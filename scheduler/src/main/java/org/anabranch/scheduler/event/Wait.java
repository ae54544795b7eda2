package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.time.Duration;
import java.util.Collection;

/**
 * A thread's wait for an event. A worker first does what is awaited if it can, refuses to wait for
 * itself or in a ring of workers that wait for each other, and lets a spare run in its place; any
 * other thread just parks.
 */
public final class Wait {
    private final WorkerPool pool;
    private final Worker worker;

    public Wait(WorkerPool pool) {
        this.pool = pool;
        this.worker = pool.current();
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
     * thread is interrupted, and leaves it so.
     */
    public boolean until(Outcome event, long nanos) {
        if (!event.isSettled() && worker != null) {
            event.help(worker);
        }
        DeadlockDetector.refuseSuccessor(worker, event);
        try {
            return untilSettled(event, nanos);
        } finally {
            if (worker != null) {
                worker.waitingFor = null;
            }
        }
    }

    private boolean untilSettled(Outcome event, long nanos) {
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : pool.timeline.nanos() + nanos;
        boolean listed = false;
        while (!event.isSettled()) {
            long left =
                    deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - pool.timeline.nanos();
            if (left <= 0) {
                return false;
            }
            DeadlockDetector.refuseRing(worker, event);
            try {
                if (!listed) {
                    listed = event.wake(Thread.currentThread());
                } else {
                    park(event, left);
                }
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // and looks again
            }
            if (Thread.currentThread().isInterrupted() && !event.isSettled()) {
                throw new ActionCancelledException(
                        "interrupted while waiting for " + event.describe(),
                        new InterruptedException());
            }
        }
        return true;
    }

    private void park(Outcome event, long nanos) {
        if (worker != null) {
            pool.block(worker, event, nanos);
        } else {
            pool.parkProgram(event, nanos);
        }
    }
}
