package org.anabranch.mic.link;

/**
 * A wait for events that often come immediately: by polling for a moment, or by sleeping, whichever
 * has recently been faster. On an idle machine that is polling, since waking a thread costs more
 * than a round trip over the link. On a busy one it is sleeping, since the other side needs the
 * processor and woken threads are preferred. The other way is tried from time to time. Long waits
 * are not polled. Not thread-safe.
 */
final class ShortWait {
    private static final long POLL_NANOS = 50_000;
    private static final double LONGEST_NANOS = 100_000;
    private static final int TRIALS = 16;
    private static final int ROUND = 512;
    private static final double CLEARLY = 0.8;

    private double slept; // nanoseconds, on the average of the latest waits
    private double polled;
    private int waits;

    /** Takes what is waited for, if it is there. */
    interface Attempt<E extends Exception> {
        boolean succeeds() throws E;
    }

    /** Returns when it may be there. */
    interface Sleep<E extends Exception> {
        void sleep() throws E;
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it
    <E extends Exception> void await(Attempt<E> attempt, Sleep<E> sleep) throws E {
        boolean better = polled < CLEARLY * slept;
        boolean poll = better ^ waits++ % ROUND < TRIALS;
        long begin = System.nanoTime();
        boolean come = attempt.succeeds();
        while (!come && poll && System.nanoTime() - begin < POLL_NANOS) {
            Thread.yield(); // the other side may need this very processor
            come = attempt.succeeds();
        }
        while (!come) {
            sleep.sleep();
            come = attempt.succeeds();
        }
        double took = Math.min(System.nanoTime() - begin, LONGEST_NANOS);
        if (poll) {
            polled += (took - polled) / TRIALS;
        } else {
            slept += (took - slept) / TRIALS;
        }
    }
}
