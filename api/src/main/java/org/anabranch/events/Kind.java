package org.anabranch.events;

/**
 * What an event is, and so what its fields say. Each event has a time, and of the fields
 * <em>detail, domain, lane, name, subject, other</em> and <em>amount</em> those that stand here;
 * the rest is {@code 0}, domain and lane {@link Events#NOWHERE}, the name empty.
 *
 * <p><b>Actions</b> have numbers from 1, within one log. Of an action that was enqueued while
 * nothing recorded actions nothing is told, of others all. Each has one event {@link #ENQUEUED} or
 * {@link #TRANSFER}, and one {@link #RETIRED}; between them come, as it goes, {@link #READY},
 * {@link #SUBMITTED}, {@link #STARTED}, {@link #ENDED}. A phase that begins at the very moment of
 * the next one is not told: what is {@code SUBMITTED} without {@code READY} was made ready then,
 * and what is {@code STARTED} on the host without either had nothing to wait for when it was
 * enqueued. An action that moves to another domain, or is submitted once more, tells some of them
 * again; the last ones count. What only waits or synchronizes tells its beginning and its end.
 *
 * <p><b>Slices.</b> Three kinds say that something had a lane from {@code other} to {@code time}:
 * {@link #ENDED} with a lane, {@link #PIECE} and {@link #BUSY}. The first two are work: their sum
 * for a domain is what {@code Monitor} reports as its busy time. In a worker's lane what runs on
 * top of a wait lies within what waits.
 */
public enum Kind {
    /** None; not in a log. */
    NONE(Level.OFF),

    // the life of an action

    /**
     * An action was enqueued. Subject: the action. Detail: an {@link ActionSort}. Name: the kernel,
     * or what else it is. Domain: where it is to run, {@code NOWHERE} if that is to be chosen.
     * Other: the stream, positive, or the scope, negative, that it belongs to; 0 for neither.
     * Scopes have numbers in the order in which they are first told of. Amount: the {@linkplain
     * Dictionary#name number of the name} of the line that enqueued it, if lines are traced.
     */
    ENQUEUED(Level.ACTIONS),

    /**
     * A transfer was made and waits to run: an action of its own. Subject: the action. Detail: a
     * {@link TransferReason}. Name: the buffer. Domain: from where. Lane: the <em>domain</em> to
     * which. Other: the action that needs the data, or 0. Amount: bytes.
     */
    TRANSFER(Level.ACTIONS),

    /**
     * An action waits for another. Subject: the one that waits. Other: the one that it waits for.
     * Detail: an {@link EdgeSort}. Of what has retired already nothing is told. Rarely, the same is
     * told twice.
     */
    EDGE(Level.ACTIONS),

    /**
     * All that an action waited for has ended, and it is kept from going on all the same. Subject:
     * the action. Detail: a {@link WaitSort}. The next event of the action says that it went on.
     */
    KEPT(Level.ACTIONS),

    /**
     * All that an action waited for has ended, its domain is known, and it waits for data. Subject:
     * the action. Domain: where it runs. Amount: how many transfers and producers of data it waits
     * for.
     */
    READY(Level.ACTIONS),

    /**
     * An action has its data in place, and was handed to its domain. Subject: the action. Domain:
     * where it runs. Lane: that of the device, or {@code NOWHERE} on the host, where any worker
     * takes it. Amount: the ticket of the device.
     */
    SUBMITTED(Level.ACTIONS),

    /**
     * A worker began an action. Subject: the action. Domain, lane: the host and the worker. On
     * devices it is not told; there {@link #ENDED} says when the lane was free for it.
     */
    STARTED(Level.ACTIONS),

    /**
     * The action's own part is over. Subject: the action. Detail: an {@link Outcome}. Name: as
     * enqueued. Domain, lane: where it ran; no lane if it did not run, or if several workers did
     * ({@link #PIECE}). Other: since when it had the lane. Amount: 0 if that is what the host saw;
     * else by how many nanoseconds the device's own times, which then stand here, may be wrong.
     */
    ENDED(Level.ACTIONS),

    /**
     * All is over for an action, and what waited for it goes on. Subject: the action. Detail: an
     * {@link Outcome}.
     */
    RETIRED(Level.ACTIONS),

    // what workers do

    /**
     * A worker's part in an action that several workers share. Subject: the action. Name: the
     * kernel. Domain, lane: the host and the worker. Other: since when. Amount: how many tiles.
     */
    PIECE(Level.ACTIONS),

    /**
     * A domain took a piece of a loop that several domains share; the piece is an action. Subject:
     * the action. Name: the kernel. Domain: who took it. Other: the first tile. Amount: how many
     * tiles.
     */
    SHARE(Level.ACTIONS),

    /**
     * A worker ran a task of a scope: one that has an event, or, at {@link Level#TASKS}, any. Name:
     * of the task, if it has one. Domain, lane: the host and the worker. Other: since when. Amount:
     * the scope, negative. Detail: an {@link Outcome}.
     */
    TASK(Level.ACTIONS),

    /**
     * A worker had work, without a pause. Domain, lane: the host and the worker. Other: since when.
     * Amount: how many tasks it began, of actions and of scopes.
     */
    BUSY(Level.ACTIONS),

    /**
     * A worker took a task from another. Domain, lane: the host and the thief. Other: the victim's
     * lane. Subject: the action that the task belongs to, or 0 if it is a body of a scope.
     */
    STEAL(Level.ACTIONS),

    /**
     * A thread waited. Name: of the thread. Subject: the action waited for, or 0. Other: since
     * when. Detail: a {@link WaitSort}. Domain, lane: the host and the worker, if it is one.
     * Amount: the stream, positive, or the scope, negative, that it waits for; 0 for neither.
     */
    WAIT(Level.ACTIONS),

    // what is seldom

    /** A domain came, or went on in its life. Domain: which. Detail: a {@link DomainChange}. */
    DOMAIN(Level.LIFECYCLE),

    /**
     * A backend came, looked, or went. Name: of its class. Detail: a {@link BackendChange}. Amount:
     * how many devices it has found.
     */
    BACKEND(Level.LIFECYCLE),

    /**
     * Something runs and does not end. Name: what, as a person would say it. Domain: where. Amount:
     * for how many nanoseconds it was seen to run.
     */
    STALL(Level.LIFECYCLE),

    /**
     * An action failed, was cancelled or was lost. Subject: the action, or 0 if it is not recorded.
     * Detail: an {@link Outcome}. Domain: where. Name: what was wrong in the first place.
     */
    FAILURE(Level.LIFECYCLE),

    /** Recording began, or ended. Amount: the ordinal of the {@link Level} from now on. */
    LOG(Level.LIFECYCLE);

    private static final Kind[] ALL = values();

    private final Level level;

    Kind(Level level) {
        this.level = level;
    }

    /** {@return from which level on it is taken down} */
    public Level level() {
        return level;
    }

    /** {@return the kind of that ordinal} */
    static Kind of(int ordinal) {
        return ALL[ordinal];
    }
}
