package org.anabranch.spi;

import org.osgi.annotation.versioning.ConsumerType;

import java.util.concurrent.locks.LockSupport;

/**
 * Time, as the scheduler's workers see it. Wherever a worker goes on, waits, wakes another or is
 * charged for work, it asks here. {@link #REAL} does what the machine does; a virtual timeline lets
 * one worker run at a time under a simulated clock, so that the same scheduler runs
 * deterministically. A service of this type, present when the scheduler starts, replaces the real
 * one.
 */
@ConsumerType
public interface Timeline {

    /** What work is charged for. */
    enum Charge {
        /** A task was pushed to or popped from the worker's own deque. */
        DEQUE,
        /** A victim was probed. */
        PROBE,
        /** A task was taken from a victim. */
        STEAL,
        /** A task was run; units are what its body declares, else 1. */
        RUN
    }

    /** The machine's own time. */
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

    /** {@return what its clock is called, for people who read times of it} */
    default String name() {
        return "simulated time";
    }

    /** {@return the present time in nanoseconds, from an arbitrary origin} */
    long nanos();

    /**
     * Waits until unparked, the time is over, or for no reason, like {@link LockSupport#park}.
     *
     * @param blocker who waits, for people
     * @param nanos at most this long; {@code Long.MAX_VALUE} for ever
     */
    void park(Object blocker, long nanos);

    /**
     * Lets a thread that waits in {@link #park} go on, or its next wait end at once.
     *
     * @param thread the thread
     */
    void unpark(Thread thread);

    /**
     * Charges the calling worker.
     *
     * @param what for what
     * @param units how much of it
     */
    void charge(Charge what, long units);

    /**
     * The calling thread is a worker from now on.
     *
     * @param worker its number
     */
    void enter(int worker);

    /**
     * The calling thread has started another that enters as a worker. Simulated time may wait here
     * until it has, so that it does not depend on how long that takes; the caller holds no lock.
     *
     * @param worker its number
     */
    default void started(int worker) {}

    /**
     * The calling thread is no worker any more.
     *
     * @param worker its number
     */
    void exit(int worker);
}
