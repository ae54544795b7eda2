package org.anabranch.scheduler.action;

import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.scheduler.pool.Numbered;

/** An event that the log may be told of, under a number; and what it is then asked. */
public abstract class Told extends Outcome implements Numbered {
    /** Whether something held it when its set-up had ended. */
    private boolean waited;

    /** What the log gave it as it began to be told of, or 0. */
    private long told;

    /** What it does. */
    public ActionSort sort() {
        return ActionSort.SYNC;
    }

    /** What it is called. */
    public String title() {
        return "";
    }

    /** The line that enqueued it, if that is known; or empty. */
    public String line() {
        return "";
    }

    /** The number of its domain, or that of none. */
    int toldAt() {
        return Events.NOWHERE;
    }

    /** Its stream, or less than 0 for a scope; else 0. */
    long ownerNumber() {
        return 0;
    }

    /** Whether it asks for data now. */
    boolean isAcquiring() {
        return false;
    }

    /** How much it waits for if the set-up ends now; if that is anything, it will have waited. */
    int waitsFor() {
        return 0;
    }

    final void waits(boolean forSomething) {
        waited = forSomething;
    }

    /** From now on it is told of, under what the log gave it. */
    final void isToldAs(long begun) {
        told = begun;
    }

    /** Whether it is told of in the log. */
    public final boolean isTold() {
        return told != 0;
    }

    @Override
    public final long action() {
        return SchedulerLog.actionOf(told);
    }

    /** The number of its name in the log. */
    final int toldName() {
        return SchedulerLog.nameOf(told);
    }

    /** Whether it has waited for others, or for data. */
    final boolean hasWaited() {
        return waited;
    }
}
