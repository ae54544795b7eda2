package org.anabranch.scheduler.pool;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.log.SchedulerLog;

/** What the log is told of workers, of their tasks, and of who waits. */
public final class WorkerTale {
    /** Nobody asks for what begins now. */
    public static final long NEVER = Long.MIN_VALUE;

    private static final int HOST = 0;

    private WorkerTale() {}

    /** Something begins: when, or {@code NEVER}. */
    public static long begins(SchedulerLog log) {
        return log.records() ? log.now() : NEVER;
    }

    static void steal(Worker thief, Worker victim, Task task) {
        SchedulerLog log = thief.pool.log;
        log.tell(Kind.STEAL, log.now(), 0, HOST, thief.lane, 0, task.action(), victim.lane, 0);
    }

    /** A worker waited for that, since then, if anybody asks. */
    static void waited(Worker worker, long since, Object awaited) {
        if (since != NEVER) {
            WaitSort sort = sortOf(awaited);
            tell(worker.pool.log, worker, sort, since, Task.actionOf(awaited), ownerOf(awaited));
        }
    }

    /** A thread that is no worker did. */
    static void waited(SchedulerLog log, long since, Object awaited) {
        if (since != NEVER) {
            tell(log, null, sortOf(awaited), since, Task.actionOf(awaited), ownerOf(awaited));
        }
    }

    /** The calling thread waited for room in a device's memory. */
    public static void waitedForRoom(WorkerPool pool, long since) {
        if (since != NEVER) {
            tell(pool.log, pool.current(), WaitSort.ROOM, since, 0, 0);
        }
    }

    private static void tell(
            SchedulerLog log, Worker worker, WaitSort sort, long since, long action, long owner) {
        int at = worker == null ? Events.NOWHERE : HOST;
        int lane = worker == null ? Events.NOWHERE : worker.lane;
        int name = worker == null ? log.name(Thread.currentThread().getName()) : 0;
        log.tell(Kind.WAIT, log.now(), sort.ordinal(), at, lane, name, action, since, owner);
    }

    private static WaitSort sortOf(Object awaited) {
        return awaited instanceof Task.Told told
                ? told.awaitedAs()
                : awaited instanceof Scope ? WaitSort.SCOPE : WaitSort.EVENT;
    }

    private static long ownerOf(Object awaited) {
        return awaited instanceof Task.Told told
                ? told.awaitedStream()
                : awaited instanceof Scope scope ? -scope.scopeNumber() : 0;
    }

    /** It had work without a pause since then. */
    static void busy(Worker worker, long since, long tasks) {
        SchedulerLog log = worker.pool.log;
        log.tell(Kind.BUSY, log.now(), 0, HOST, worker.lane, 0, 0, since, tasks);
    }

    /** Runs a body that is to be told of, if tasks still are. */
    static AnabranchException run(Worker worker, Runnable body, Scope of) {
        worker.lookWhatToTell();
        long since = worker.pool.log.now();
        AnabranchException failure = of.run(worker, body);
        ran(worker, since, of, "", failure);
        return failure;
    }

    /** It ran a task, since then, if anybody asks. */
    public static void ran(
            Worker worker, long since, Scope of, String name, AnabranchException failure) {
        if (since != NEVER) {
            SchedulerLog log = worker.pool.log;
            log.tell(
                    Kind.TASK,
                    log.now(),
                    outcomeOf(failure).ordinal(),
                    HOST,
                    worker.lane,
                    log.name(name),
                    0,
                    since,
                    -of.scopeNumber());
        }
    }

    private static Outcome outcomeOf(AnabranchException failure) {
        return failure == null
                ? Outcome.DONE
                : failure instanceof ActionCancelledException ? Outcome.CANCELLED : Outcome.FAILED;
    }
}
