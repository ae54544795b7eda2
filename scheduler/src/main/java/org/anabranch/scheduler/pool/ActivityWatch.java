package org.anabranch.scheduler.pool;

/**
 * Looks at what runs, again and again while anything does. While nothing runs there is no timer.
 * Whatever begins after a rest reads one field; what follows on other work does not even that.
 *
 * <p>Who begins counts itself as running first and then reads whether the watch is awake; the watch
 * says that it sleeps first and then looks once more whether anything runs.
 */
public final class ActivityWatch {

    /** The samples to take. */
    public interface Look {
        /** Returns true if any work runs. */
        boolean anythingRuns();

        /** {@return true if running work was seen} */
        boolean look();
    }

    /** Runs an action later; may throw, as there may be no memory for that. */
    @FunctionalInterface
    interface Alarm {
        void after(long nanos, Runnable what);
    }

    /** No literal: that takes memory where it is first used. */
    private static final String NOT_LOOKED = "what runs could not be looked at".intern();

    private final Alarm alarms;
    private Look look;
    private volatile long period;

    /** True also before it is started: then it need not be woken. */
    private volatile boolean awake = true;

    ActivityWatch(Alarm alarms) {
        this.alarms = alarms;
    }

    /** Looks from now on. */
    public void start(Look at, long everyNanos) {
        look = at;
        period = everyNanos;
        awake = false;
        wake();
    }

    /** Looks as often from the next look on. */
    public void every(long nanos) {
        period = nanos;
    }

    /** Reports that work begins after idleness. Does not throw, even without memory. */
    public void begins() {
        if (!awake) {
            wake();
        }
    }

    /** Wakes it; without memory for some time it stays asleep, and the next begin tries again. */
    private synchronized void wake() {
        for (int tries = 0; !awake && tries < PoolTuning.WAKE_TRIES; tries++) {
            awake = true;
            if (!lookLater()) {
                awake = false;
                ForeignCode.pause();
            }
        }
    }

    /** {@return true if there was memory for that} */
    private boolean lookLater() {
        try {
            alarms.after(period, this::lookNow);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    /** Returns true if any work runs, or if there is no memory to check. */
    private boolean anythingRuns() {
        try {
            return look.anythingRuns();
        } catch (OutOfMemoryError full) {
            return true;
        }
    }

    private void lookNow() {
        boolean seen = true;
        try {
            seen = look.look();
        } catch (Throwable full) {
            ForeignCode.warn(NOT_LOOKED, full);
        }
        // what was seen may have ended since: then the next look forgets it
        if (seen || anythingRuns()) {
            while (!lookLater()) {
                ForeignCode.pause(); // of a thread that has nothing else to do
            }
            return;
        }
        awake = false;
        if (anythingRuns()) {
            wake();
        }
    }
}
