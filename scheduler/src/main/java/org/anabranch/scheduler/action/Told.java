package org.anabranch.scheduler.action;

import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.scheduler.pool.Task;

/** An event that the log may be told of, under a number. */
abstract class Told extends Outcome implements Task.Told {
    /** Whether something held it when its set-up had ended. */
    private boolean waited;

    /** What the log gave it as it began to be told of, or 0. */
    private long told;

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
