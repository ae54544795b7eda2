package org.anabranch.scheduler.event;

import org.anabranch.api.DeadlockException;
import org.anabranch.api.WorkersExhaustedException;
import org.anabranch.scheduler.pool.Worker;

/**
 * Refuses a wait that could never end: for what comes after an action that the waiting thread runs,
 * or in a ring of workers that wait for each other. Each worker says what it waits for before it
 * looks, so of two workers that close a ring at the same time at least one sees it.
 */
final class DeadlockDetector {
    /** Of a longer ring the message names the first ones. */
    private static final int MOST_TOLD = 16;

    private DeadlockDetector() {}

    /**
     * Throws if the event cannot come before the end of an action that the calling thread runs, or
     * if it is a worker and no more workers may block.
     */
    static void refuseSuccessor(Worker worker, Outcome event) {
        if (worker != null && worker.pool.isExhausted() && !event.isSettled()) {
            throw new WorkersExhaustedException(
                    "this task cannot wait for "
                            + event.describe()
                            + ": as many tasks wait as the setting 'blockedWorkers' of"
                            + " org.anabranch.scheduler allows; let tasks start after events"
                            + " instead, or raise it");
        }
        if (!event.isSettled() && event.comesAfterWhatRuns(worker)) {
            throw new DeadlockException(
                    "an action waits for " + event.describe() + ", which comes after it");
        }
    }

    /** Throws if what the event waits for waits, at whatever distance, for the calling worker. */
    static void refuseRing(Worker worker, Outcome event) {
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

    /** Returns the object that the worker that runs it waits for, or null. */
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
