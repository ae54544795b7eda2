package org.anabranch.scheduler.action;

import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.scheduler.pool.Numbered;

/** An event that may be logged, under a number, with the properties that the log needs. */
public abstract class Loggable extends Outcome implements Numbered {
    /** True if a dependency was unfinished at the end of its set-up. */
    private boolean waited;

    /** The value that the log assigned when it was first logged, or 0. */
    private long told;

    /** Returns its kind. */
    public ActionSort sort() {
        return ActionSort.SYNC;
    }

    /** Returns its name. */
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

    /** Returns true if it requests data now. */
    boolean isAcquiring() {
        return false;
    }

    /**
     * Returns the number of unfinished dependencies when set-up ends. If it is not 0, the action is
     * recorded as having waited.
     */
    int waitsFor() {
        return 0;
    }

    final void waits(boolean forSomething) {
        waited = forSomething;
    }

    /** Sets the value that the log assigned; it is logged from now on. */
    final void isToldAs(long begun) {
        told = begun;
    }

    /** Returns true if it is logged. */
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

    /** Returns true if it has waited for others, or for data. */
    final boolean hasWaited() {
        return waited;
    }
}
