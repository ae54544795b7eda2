package org.anabranch.scheduler.pool;

/**
 * Looks at what runs, again and again while anything does. While nothing runs there is no timer.
 * Whatever begins after a rest reads one field; what follows on other work does not even that.
 *
 * <p>Who begins counts itself as running first and then reads whether the watch is awake; the watch
 * says that it sleeps first and then looks once more whether anything runs.
 */
public final class ActivityWatch {

    /** What is looked at. */
    public interface Look {
        /** Whether there is anything to look at. */
        boolean anythingRuns();

        /** {@return whether anything was seen to run} */
        boolean look();
    }

    private final Alarms alarms;
    private Look look;
    private volatile long period;

    /** True also before it is started: then nobody need wake it. */
    private volatile boolean awake = true;

    ActivityWatch(Alarms alarms) {
        this.alarms = alarms;
    }

    /** Looks from now on. */
    public void start(Look at, long everyNanos) {
        look = at;
        period = everyNanos;
        lookLater();
    }

    /** Looks as often from the next look on. */
    public void every(long nanos) {
        period = nanos;
    }

    /** Something begins to run after a rest. */
    public void begins() {
        if (!awake) {
            wake();
        }
    }

    private synchronized void wake() {
        if (!awake) {
            awake = true;
            lookLater();
        }
    }

    private void lookLater() {
        var _ = alarms.after(period, this::lookNow);
    }

    private void lookNow() {
        boolean seen = true;
        try {
            seen = look.look();
        } catch (Throwable full) {
            ForeignCode.warn("what runs could not be looked at", full);
        }
        // what was seen may have ended since: then the next look forgets it
        if (seen || look.anythingRuns()) {
            lookLater();
            return;
        }
        awake = false;
        if (look.anythingRuns()) {
            wake();
        }
    }
}
