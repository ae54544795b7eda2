package org.anabranch.loops.cost;

/**
 * A clock that compiled code reads for the cost of a load: it advances every {@link #TICK_MILLIS}
 * milliseconds while loops are measured, and ends soon after. While calls must {@linkplain #ask
 * ask}, all unmeasured time is over. Thread-safe.
 */
public final class CoarseClock {
    /** The duration of a tick. */
    static final long TICK_MILLIS = 4;

    /** The ticks without a measured call after which the clock stops. */
    private static final int IDLE = 250;

    private static long used;
    private static int asking;
    private static Thread thread;

    /** The number of ticks. */
    private static volatile long now;

    /** The same, or a time that never comes as long as calls must ask. */
    private static volatile long seen;

    private CoarseClock() {}

    /** Returns true if a time is not over. */
    static boolean isBefore(long until) {
        return now < until;
    }

    /** Returns true if a time is not over, and no call must ask. */
    static boolean isFreeUntil(long until) {
        return seen < until;
    }

    /**
     * Adds reasons why calls must ask who runs them, however short they are.
     *
     * @param change the number of reasons, negative if there are fewer
     */
    public static synchronized void ask(int change) {
        asking += change;
        show(now);
    }

    /** Ends all unmeasured time: the next call of each loop asks who runs it. */
    public static synchronized void expire() {
        show(now + LoopSite.MOST_TICKS);
    }

    /** Returns the time after some ticks; starts the clock, or returns now if there is none. */
    static synchronized long after(int ticks) {
        used = now;
        thread = thread != null ? thread : started();
        return thread == null ? now : now + ticks;
    }

    private static Thread started() {
        try {
            Thread clock =
                    Thread.ofPlatform()
                            .daemon()
                            .name("anabranch-loops-clock")
                            .inheritInheritableThreadLocals(false)
                            .unstarted(CoarseClock::run);
            clock.setContextClassLoader(null); // it would keep the loader of the first caller
            clock.start();
            return clock;
        } catch (OutOfMemoryError none) {
            return null;
        }
    }

    private static void run() {
        try {
            while (advances()) {
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException stopped) {
            end();
        }
    }

    private static synchronized boolean advances() {
        show(now + 1);
        if (now - used < IDLE) {
            return true;
        }
        end();
        return false;
    }

    /** Stops; all unmeasured time is over, so that the next call starts the clock again. */
    private static synchronized void end() {
        thread = null;
        expire();
    }

    private static synchronized void show(long time) {
        seen = asking > 0 ? Long.MAX_VALUE : time; // first: what is not before is not free
        now = time;
    }
}
