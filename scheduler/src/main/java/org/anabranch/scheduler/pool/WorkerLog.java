package org.anabranch.scheduler.pool;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.log.SchedulerLog;

/**
 * The log entries of workers, of their tasks, and of waits. A worker is identified by its lane;
 * another thread has {@code Events.NOWHERE}.
 */
public final class WorkerLog {
    /** The begin of work that is not recorded. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final int HOST = 0;

    private WorkerLog() {}

    /** Returns the begin of work, or {@code NEVER}. */
    public static long begins(SchedulerLog log) {
        return log.records() ? log.now() : NEVER;
    }

    static void steal(SchedulerLog log, int thief, int victim, long action) {
        log.tell(Kind.STEAL, log.now(), 0, HOST, thief, 0, action, victim, 0);
    }

    /** The calling thread waited for that, since then, if anybody asks. */
    static void waited(SchedulerLog log, int lane, long since, Object awaited) {
        if (since == NEVER) {
            return;
        }
        if (awaited instanceof Numbered one) {
            waited(log, lane, one.awaitedAs(), since, one.action(), one.awaitedOwner());
        } else {
            waited(log, lane, WaitSort.EVENT, since, 0, 0);
        }
    }

    /** Logs a wait for room in a device's memory. */
    public static void waitedForRoom(SchedulerLog log, int lane, long since) {
        if (since != NEVER) {
            waited(log, lane, WaitSort.ROOM, since, 0, 0);
        }
    }

    private static void waited(
            SchedulerLog log, int lane, WaitSort sort, long since, long action, long owner) {
        boolean worker = lane != Events.NOWHERE;
        int at = worker ? HOST : Events.NOWHERE;
        int name = worker ? 0 : log.name(Thread.currentThread().getName());
        log.tell(Kind.WAIT, log.now(), sort.ordinal(), at, lane, name, action, since, owner);
    }

    /** It had work without a pause since then. */
    static void busy(SchedulerLog log, int lane, long since, long tasks) {
        log.tell(Kind.BUSY, log.now(), 0, HOST, lane, 0, 0, since, tasks);
    }

    /** It ran a task, since then, if anybody asks. */
    public static void ran(
            SchedulerLog log,
            int lane,
            long since,
            Numbered of,
            String name,
            AnabranchException failure) {
        if (since != NEVER) {
            log.tell(
                    Kind.TASK,
                    log.now(),
                    outcomeOf(failure).ordinal(),
                    HOST,
                    lane,
                    log.name(name),
                    0,
                    since,
                    of.awaitedOwner());
        }
    }

    private static Outcome outcomeOf(AnabranchException failure) {
        return failure == null
                ? Outcome.DONE
                : failure instanceof ActionCancelledException ? Outcome.CANCELLED : Outcome.FAILED;
    }
}
