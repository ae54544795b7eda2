package org.anabranch.events;

/**
 * The kind of an event, which defines the meaning of its fields. Each event has a time. Of the
 * fields <em>detail, domain, lane, name, subject, other</em> and <em>amount</em> it has those
 * listed at its kind. Unlisted ones are {@code 0}, domain and lane {@link Events#NOWHERE}, the name
 * empty.
 *
 * <p><b>Actions</b> have numbers from 1, unique within one log. An action that was enqueued while
 * no recording of actions was open is not logged; all others are. Each has one event {@link
 * #ENQUEUED} or {@link #TRANSFER}, and one {@link #RETIRED}; between them there may be {@link
 * #READY}, {@link #SUBMITTED}, {@link #STARTED} and {@link #ENDED}. A phase that begins at the same
 * moment as the next one is not logged: an action with {@code SUBMITTED} but without {@code READY}
 * became ready at that moment. An action that {@code STARTED} on the host without either had no
 * dependencies when it was enqueued. If an action moves to another domain, or is submitted again,
 * some events are repeated; the last ones count. Actions that only wait or synchronize log their
 * beginning and their end only.
 *
 * <p><b>Slices.</b> Three kinds say that a lane was in use from {@code other} to {@code time}:
 * {@link #ENDED} with a lane, {@link #PIECE} and {@link #BUSY}. The first two are work: their sum
 * for a domain is the busy time that {@code Monitor} reports. If a waiting worker runs other work,
 * that slice lies within the slice of the work that waits.
 */
public enum Kind {
    /** None; not in a log. */
    NONE(Level.OFF),

    // the life of an action

    /**
     * An action was enqueued. Subject: the action. Detail: an {@link ActionSort}. Name: the kernel
     * or other operation. Domain: where it is to run, {@code NOWHERE} if that is not decided.
     * Other: the stream, positive, or the scope, negative, that it belongs to; 0 for neither.
     * Scopes are numbered in the order in which they first appear. Amount: the {@linkplain
     * Dictionary#name number of the name} of the line that enqueued it, if lines are traced.
     */
    ENQUEUED(Level.ACTIONS),

    /**
     * A transfer was created and waits to run: it is an action of its own. Subject: the action.
     * Detail: a {@link TransferReason}. Name: the buffer. Domain: the source. Lane: the target
     * <em>domain</em>. Other: the action that needs the data, or 0. Amount: bytes.
     */
    TRANSFER(Level.ACTIONS),

    /**
     * An action waits for another. Subject: the one that waits. Other: the one that it waits for.
     * Detail: an {@link EdgeSort}. There is no event for a dependency that has already retired. In
     * rare cases an event is repeated.
     */
    EDGE(Level.ACTIONS),

    /**
     * The dependencies of an action have ended, but the action is deferred. Subject: the action.
     * Detail: a {@link WaitSort}. The next event of the action marks the end of the deferral.
     */
    KEPT(Level.ACTIONS),

    /**
     * The dependencies of an action have ended, its domain is known, and it waits for data.
     * Subject: the action. Domain: where it runs. Amount: the number of transfers and producers of
     * data that it waits for.
     */
    READY(Level.ACTIONS),

    /**
     * An action has its data in place, and was submitted to its domain. Subject: the action.
     * Domain: where it runs. Lane: that of the device, or {@code NOWHERE} on the host, where any
     * worker takes it. Amount: the ticket of the device.
     */
    SUBMITTED(Level.ACTIONS),

    /**
     * A worker began an action. Subject: the action. Domain, lane: the host and the worker. Not
     * logged on devices, where {@link #ENDED} says when the lane was free for the action.
     */
    STARTED(Level.ACTIONS),

    /**
     * The action itself has ended. Subject: the action. Detail: an {@link Outcome}. Name: as
     * enqueued. Domain, lane: where it ran; no lane if it did not run, or if several workers ran it
     * ({@link #PIECE}). Other: since when it had the lane. Amount: 0 if the times are the host's;
     * else the times are the device's own, and this is their possible error in nanoseconds.
     */
    ENDED(Level.ACTIONS),

    /**
     * An action has retired, and the actions that waited for it continue. Subject: the action.
     * Detail: an {@link Outcome}.
     */
    RETIRED(Level.ACTIONS),

    // workers

    /**
     * A worker's part in an action that several workers share. Subject: the action. Name: the
     * kernel. Domain, lane: the host and the worker. Other: since when. Amount: the number of
     * tiles.
     */
    PIECE(Level.ACTIONS),

    /**
     * A domain took a piece of a loop that several domains share; the piece is an action. Subject:
     * the action. Name: the kernel. Domain: the domain that took it. Other: the first tile. Amount:
     * the number of tiles.
     */
    SHARE(Level.ACTIONS),

    /**
     * A worker ran a task of a scope: one that has an event, or, at {@link Level#TASKS}, any. Name:
     * of the task, if it has one. Domain, lane: the host and the worker. Other: since when. Amount:
     * the scope, negative. Detail: an {@link Outcome}.
     */
    TASK(Level.ACTIONS),

    /**
     * A worker had work without a pause. Domain, lane: the host and the worker. Other: since when.
     * Amount: the number of tasks that it began, of actions and of scopes.
     */
    BUSY(Level.ACTIONS),

    /**
     * A worker stole a task from another. Domain, lane: the host and the thief. Other: the victim's
     * lane. Subject: the action that the task belongs to, or 0 for a body of a scope.
     */
    STEAL(Level.ACTIONS),

    /**
     * A thread waited. Name: of the thread. Subject: the action waited for, or 0. Other: since
     * when. Detail: a {@link WaitSort}. Domain, lane: the host and the worker, if it is one.
     * Amount: the stream, positive, or the scope, negative, that it waits for; 0 for neither.
     */
    WAIT(Level.ACTIONS),

    // life cycle

    /**
     * A domain was added or changed its state. Domain: its number. Detail: a {@link DomainChange}.
     */
    DOMAIN(Level.LIFECYCLE),

    /**
     * A backend was added, searched for devices, or was removed. Name: of its class. Detail: a
     * {@link BackendChange}. Amount: the number of devices found.
     */
    BACKEND(Level.LIFECYCLE),

    /**
     * A kernel or task is stalled: it runs for longer than the limit. Name: a description for
     * people. Domain: where. Amount: for how many nanoseconds it has run, as far as observed.
     */
    STALL(Level.LIFECYCLE),

    /**
     * An action failed, was cancelled or was lost. Subject: the action, or 0 if it is not recorded.
     * Detail: an {@link Outcome}. Domain: where. Name: the root cause.
     */
    FAILURE(Level.LIFECYCLE),

    /** Recording began, or ended. Amount: the ordinal of the {@link Level} from now on. */
    LOG(Level.LIFECYCLE);

    private static final Kind[] ALL = values();

    private final Level level;

    Kind(Level level) {
        this.level = level;
    }

    /** {@return the lowest level at which it is logged} */
    public Level level() {
        return level;
    }

    /** {@return the kind with an ordinal} */
    static Kind of(int ordinal) {
        return ALL[ordinal];
    }
}
