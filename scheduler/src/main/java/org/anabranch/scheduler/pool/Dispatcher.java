package org.anabranch.scheduler.pool;

import org.anabranch.events.Events;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.spi.Timeline;

import java.util.concurrent.locks.LockSupport;

/** A worker's view of its pool: the time, and the receiver of work for others. */
public abstract class Dispatcher {
    public final Timeline timeline;

    /** True if time is simulated. */
    public final boolean simulated;

    /** The event log. */
    public final SchedulerLog log;

    Dispatcher(Timeline timeline, int parallelism) {
        this.timeline = timeline;
        this.log = new SchedulerLog(timeline, parallelism);
        this.simulated = timeline != Timeline.REAL;
    }

    /** Starts a task on any worker. */
    abstract void submit(Task task);

    /** A worker has opened tasks to thieves, who do not know it yet. Throws nothing. */
    abstract void opens(Worker worker);

    /** Returns true if so many workers are blocked that no more may block. */
    public abstract boolean isExhausted();

    /**
     * Returns true if added work must be signalled, since not every processor has an active worker.
     */
    abstract boolean needsHands();

    /** Returns true if work waits outside of deques that this worker could take. */
    abstract boolean isAwaited(Worker worker);

    /**
     * Lets another run in place of this worker, which cannot itself, until what waits is taken, or
     * for a moment.
     */
    abstract void standAside(Worker worker);

    /**
     * Signals added work, after a full fence: ensures that a worker comes for it. Does not throw:
     * the caller has a task in hand, or would add the work again.
     */
    abstract void signal();

    /** Parks the calling thread, which is no worker, as the timeline does. */
    public final void parkProgram(Object awaited, long nanos) {
        if (!log.records()) {
            timeline.park(awaited, nanos);
            return;
        }
        long since = log.now();
        try {
            timeline.park(awaited, nanos);
        } finally {
            WorkerLog.waited(log, Events.NOWHERE, since, awaited);
        }
    }

    /** Unparks a thread, come what may; null has no effect, as with {@link LockSupport}. */
    public final void unpark(Thread thread) {
        if (thread != null
                && thread.isVirtual()
                && LockSupport.getBlocker(thread) instanceof RunPermit turn) {
            turn.turns.unpark(turn);
            return;
        }
        while (true) {
            try {
                timeline.unpark(thread);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }
}
