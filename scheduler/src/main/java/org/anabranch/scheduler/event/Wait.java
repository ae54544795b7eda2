package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.DeadlockException;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.time.Duration;

/**
 * A thread's wait for an event. A worker first does what is awaited if it can, refuses to wait for
 * itself or in a ring of workers that wait for each other (F9), and lets a spare run in its place;
 * any other thread just parks.
 */
public final class Wait {
    /** Of a longer ring the message names the first ones. */
    private static final int MOST_TOLD = 16;

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

    /**
     * Waits; true if the event settled in time. Throws {@link ActionCancelledException} if the
     * thread is interrupted, and leaves it so.
     */
    public boolean until(Outcome event, long nanos) {
        if (!event.isSettled() && worker != null) {
            event.help(worker);
        }
        if (!event.isSettled() && event.comesAfterWhatRuns(worker)) {
            throw new DeadlockException(
                    "an action waits for " + event.describe() + ", which comes after it");
        }
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
            refuseRing(event);
            if (!listed) {
                listed = event.wake(Thread.currentThread());
            } else {
                park(event, left);
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
            pool.timeline.park(event, nanos);
        }
    }

    private void refuseRing(Outcome event) {
        if (worker == null) {
            return;
        }
        worker.waitingFor = event; // before looking, so that of two who meet one at least sees it
        Outcome awaited = event;
        Outcome seen = null; // Brent: a ring that others make is noticed, and is theirs to refuse
        int lap = 1;
        for (int steps = 0; awaited != null && awaited != seen; steps++) {
            if (awaited.isRunningOn(worker)) {
                throw new DeadlockException(ring(event, steps));
            }
            if (steps == lap) {
                seen = awaited;
                lap *= 2;
            }
            awaited = next(awaited);
        }
    }

    /** What is waited for by the worker that runs it, or null. */
    private static Outcome next(Outcome awaited) {
        Worker runner = awaited.runner();
        return runner != null && runner.waitingFor instanceof Outcome next ? next : null;
    }

    private static String ring(Outcome event, int steps) {
        StringBuilder ring = new StringBuilder("this task waits for ").append(event.describe());
        Outcome awaited = next(event);
        for (int told = 1; told <= steps && told <= MOST_TOLD && awaited != null; told++) {
            ring.append(", which waits for ").append(awaited.describe());
            awaited = next(awaited);
        }
        if (steps > MOST_TOLD) {
            ring.append(", which waits for ").append(steps - MOST_TOLD).append(" others in a row");
        }
        return ring.append(steps == 0 ? ", which is itself" : ", which waits for this task")
                .toString();
    }
}
