package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

import java.util.concurrent.locks.LockSupport;

/**
 * The source of time for the scheduler's workers. The scheduler calls it wherever a worker
 * continues, waits, wakes another or is charged for work. {@link #REAL} uses the machine's time. A
 * virtual timeline lets one worker run at a time under a simulated clock, so that the same
 * scheduler runs deterministically. A service of this type that is present when the scheduler
 * starts replaces the real one.
 */
@ConsumerType
public interface Timeline {

    /** The kinds of work that are charged. */
    enum Charge {
        /** A task was pushed to or popped from the worker's own deque. */
        DEQUE,
        /** A victim was probed. */
        PROBE,
        /** A task was stolen from a victim. */
        STEAL,
        /** A task was run; the units are those that its body declares, else 1. */
        RUN
    }

    /** The machine's time. */
    Timeline REAL =
            new Timeline() {
                @Override
                public String name() {
                    return "System.nanoTime";
                }

                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public void park(Object blocker, long nanos) {
                    if (nanos == Long.MAX_VALUE) {
                        LockSupport.park(blocker);
                    } else {
                        LockSupport.parkNanos(blocker, nanos);
                    }
                }

                @Override
                public void unpark(Thread thread) {
                    LockSupport.unpark(thread);
                }

                @Override
                public void charge(Charge what, long units) {}

                @Override
                public void enter(int worker) {}

                @Override
                public void exit(int worker) {}
            };

    /** {@return the name of its clock, for people who read times of it} */
    default String name() {
        return "simulated time";
    }

    /** {@return the present time in nanoseconds, from an arbitrary origin} */
    long nanos();

    /**
     * Blocks until unparked, until the time has passed, or spuriously, like {@link
     * LockSupport#park}.
     *
     * @param blocker the object responsible for the wait, for diagnostics
     * @param nanos the longest wait; {@code Long.MAX_VALUE} for no limit
     */
    void park(Object blocker, long nanos);

    /**
     * Unparks a thread that waits in {@link #park}; if it does not wait, its next wait returns
     * immediately.
     *
     * @param thread the thread
     */
    void unpark(Thread thread);

    /**
     * Charges the calling worker for work.
     *
     * @param what the kind of work
     * @param units the amount
     */
    void charge(Charge what, long units);

    /**
     * Registers the calling thread as a worker.
     *
     * @param worker its number
     */
    void enter(int worker);

    /**
     * Reports that the calling thread has started another that will enter as a worker. A simulated
     * timeline may block here until it has entered, so that the simulation does not depend on how
     * long that takes; the caller holds no lock.
     *
     * @param worker its number
     */
    default void started(int worker) {}

    /**
     * Ends the calling thread's registration as a worker.
     *
     * @param worker its number
     */
    void exit(int worker);
}
