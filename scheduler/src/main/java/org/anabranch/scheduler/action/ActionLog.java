package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event.State;
import org.anabranch.events.ActionSort;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;
import org.anabranch.events.WaitSort;
import org.anabranch.scheduler.event.Outcome.Ending;
import org.anabranch.scheduler.log.SchedulerLog;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

/**
 * The log entries of actions. Only actions enqueued while a recording is open are logged; the
 * caller has checked that.
 */
public final class ActionLog {
    private static final int NONE = Events.NOWHERE;

    private ActionLog() {}

    /** Does nothing, but initializes this class: the first failure may have no memory for that. */
    static void link() {}

    /** Gives it a number. A transfer says more of itself. */
    static long enqueued(Loggable action) {
        SchedulerLog log = action.pool().log;
        long begun = log.begin(action.title());
        ActionSort sort = action.sort();
        if (sort != ActionSort.TRANSFER) {
            String line = action.line();
            log.tell(
                    Kind.ENQUEUED,
                    log.now(),
                    sort.ordinal(),
                    action.toldAt(),
                    NONE,
                    SchedulerLog.nameOf(begun),
                    SchedulerLog.actionOf(begun),
                    action.ownerNumber(),
                    line.isEmpty() ? 0 : log.name(line));
        }
        return begun;
    }

    /** A transfer begins, between memories of two domains. */
    public static void transfer(Loggable action, int from, int to, int why, long by, long bytes) {
        SchedulerLog log = action.pool().log;
        log.tell(
                Kind.TRANSFER,
                log.now(),
                why,
                from,
                to,
                action.toldName(),
                action.action(),
                by,
                bytes);
    }

    static void edge(Loggable earlier, Loggable later) {
        SchedulerLog log = later.pool().log;
        boolean data =
                later.isAcquiring()
                        || later.sort() == ActionSort.TRANSFER
                        || earlier.sort() == ActionSort.TRANSFER;
        EdgeSort sort = data ? EdgeSort.DATA : EdgeSort.ORDER;
        log.tell(
                Kind.EDGE,
                SchedulerLog.AT_ONCE,
                sort.ordinal(),
                NONE,
                NONE,
                0,
                later.action(),
                earlier.action(),
                0);
    }

    /**
     * Logs that its predecessors have ended and it is deferred, since a time, because it may have
     * continued by now.
     */
    static void kept(Loggable action, WaitSort sort, long since) {
        SchedulerLog log = action.pool().log;
        log.tell(Kind.KEPT, since, sort.ordinal(), NONE, NONE, 0, action.action(), 0, 0);
    }

    /** Logs that its predecessors have ended; nothing if it waits for nothing else. */
    static void ready(Loggable action) {
        int held = action.waitsFor();
        int at = action.toldAt();
        if (held != 0 && at != NONE) {
            SchedulerLog log = action.pool().log;
            log.tell(Kind.READY, log.now(), 0, at, NONE, 0, action.action(), 0, held);
        }
    }

    /** Logs that a worker may take it; nothing if it has not waited. */
    public static void submitted(Loggable action) {
        if (action.isTold() && action.hasWaited()) {
            submitted(action, NONE, action.pool().log.now(), 0);
        }
    }

    /** A lane of a device has it. */
    public static void submitted(Loggable action, int lane, long time, long ticket) {
        SchedulerLog log = action.pool().log;
        int at = action.toldAt();
        log.tell(Kind.SUBMITTED, time, 0, at, lane, 0, action.action(), 0, ticket);
    }

    /** A worker begins it. */
    public static void started(Loggable action, Worker worker, long time) {
        SchedulerLog log = action.pool().log;
        int at = action.toldAt();
        log.tell(Kind.STARTED, time, 0, at, worker.lane, 0, action.action(), 0, 0);
    }

    /** One of several workers has done its part. */
    public static void piece(Loggable action, Worker worker, long since, long time, long tiles) {
        action.pool()
                .log
                .tell(
                        Kind.PIECE,
                        time,
                        0,
                        action.toldAt(),
                        worker.lane,
                        action.toldName(),
                        action.action(),
                        since,
                        tiles);
    }

    /** It is a piece of a loop that several domains share. */
    public static void share(Loggable action, long first, long tiles) {
        if (action.isTold()) {
            SchedulerLog log = action.pool().log;
            int at = action.toldAt();
            int name = action.toldName();
            log.tell(Kind.SHARE, log.now(), 0, at, NONE, name, action.action(), first, tiles);
        }
    }

    /** Its own part is over, which had a lane. */
    public static void ended(Loggable action, Ending ending, int lane, long since, long time) {
        ended(action, ending, lane, since, time, 0);
    }

    /** The same by the clock of its device, which may be wrong by that much; 0 for the host's. */
    public static void ended(
            Loggable action, Ending ending, int lane, long since, long time, long error) {
        action.pool()
                .log
                .tell(
                        Kind.ENDED,
                        time,
                        of(ending.state()).ordinal(),
                        action.toldAt(),
                        lane,
                        action.toldName(),
                        action.action(),
                        since,
                        error);
    }

    /** Logs an inline execution on the host, which never was an action. */
    public static void ranAtOnce(
            WorkerPool pool, ActionSort what, String title, long owner, long start, long end) {
        SchedulerLog log = pool.log;
        Worker worker = pool.current();
        int lane = worker == null ? SchedulerLog.programLane() : worker.lane;
        long begun = log.begin(title);
        long action = SchedulerLog.actionOf(begun);
        int name = SchedulerLog.nameOf(begun);
        log.tell(Kind.ENQUEUED, start, what.ordinal(), 0, NONE, name, action, owner, 0);
        log.tell(Kind.ENDED, end, 0, 0, lane, name, action, start, 0);
        log.tell(Kind.RETIRED, end, 0, NONE, NONE, 0, action, 0, 0);
    }

    /** All is over for it. */
    static void retired(Loggable action, State state) {
        SchedulerLog log = action.pool().log;
        int how = of(state).ordinal();
        log.tell(Kind.RETIRED, log.retires(), how, NONE, NONE, 0, action.action(), 0, 0);
    }

    private static Outcome of(State state) {
        return switch (state) {
            case FAILED -> Outcome.FAILED;
            case LOST -> Outcome.LOST;
            case CANCELLED -> Outcome.CANCELLED;
            default -> Outcome.DONE;
        };
    }

    /** Logs a failure: always, once for each action. */
    static void failed(Loggable action, AnabranchException failure) {
        try {
            Throwable root = org.anabranch.scheduler.event.Outcome.rootOf(failure);
            String message = ForeignCode.message(root);
            action.pool()
                    .log
                    .say(
                            Kind.FAILURE,
                            of(failure instanceof DomainLostException ? State.LOST : State.FAILED)
                                    .ordinal(),
                            action.toldAt(),
                            message == null ? root.getClass().getName() : message,
                            action.action(),
                            0);
        } catch (Throwable full) {
            return; // who ends goes on
        }
    }
}
