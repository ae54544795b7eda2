package org.anabranch.scheduler.pool;

/**
 * The right to run of a compensation worker on a virtual thread, which it has, waits for, or has
 * given up while it is blocked: see {@link RunPermits}, which guards all of this. It is also the
 * blocker of the parked thread, by which a thread that unparks it finds it.
 */
final class RunPermit {
    /** Runs, has given its turn back, or may go on as soon as there is a turn. */
    enum State {
        RUNNING,
        BLOCKED,
        READY
    }

    final Thread thread;
    final RunPermits turns;
    State state = State.RUNNING;

    /** The next one that is ready. */
    RunPermit behind;

    /** Neighbours among those that run. */
    RunPermit left;

    RunPermit right;

    /** That of the calling thread. */
    RunPermit(RunPermits turns) {
        this.thread = Thread.currentThread();
        this.turns = turns;
    }
}
