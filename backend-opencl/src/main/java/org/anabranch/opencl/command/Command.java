package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

/**
 * One operation on its way through a device. Belongs to the dispatcher, whose lock guards what is
 * not volatile or final; only the poller moves it to {@link #COLLECTED} and {@link #ENDED}.
 */
public abstract class Command {
    /** Not yet given to the driver. */
    static final int WAITING = 0;

    /** The driver has it; {@link #event} tells how far it is. */
    static final int ENQUEUED = 1;

    /**
     * It will not change any more: it failed before the driver had it, the host has done it, or
     * there was nothing to do.
     */
    static final int SETTLED = 2;

    /** The poller has seen its end. */
    static final int COLLECTED = 3;

    /** Its successors need not care for it any more. */
    static final int ENDED = 4;

    /** What an operation occupies. */
    public enum Engine {
        UPLOAD,
        DOWNLOAD,
        COMPUTE
    }

    private static final Command[] NONE = {};

    final Engine engine;
    final int lane;
    public final long ticket;
    public final Completion completion;

    volatile int state = WAITING;
    volatile long event;
    volatile Command nextOnLane;
    Command nextInBacklog;

    /** Set when the host's part before the driver's is done, such as filling a pinned block. */
    public volatile boolean ready = true;

    Command[] after = NONE;
    Command laneBefore;

    /** Why it fails, or null; written before what tells that it has ended. */
    protected Throwable failure;

    /** Set by the poller when it saw a good end. */
    public boolean succeeded;

    /** Whether its completion is told when it ran. */
    boolean timed;

    /** When the driver was called, and when it had returned. */
    long calledAt;

    long calledUntil;

    int queue;
    long sequence;
    long[] clock;

    public Command(Engine engine, Order order, Completion completion) {
        this.engine = engine;
        this.lane = order.lane();
        this.ticket = order.ticket();
        this.completion = completion;
    }

    /**
     * Begins in a thread of the host, which then calls {@link CommandDispatcher#finish}. Under the
     * dispatcher's lock; meanwhile the command stays {@link #WAITING}, so that nobody gives it up.
     *
     * @return whether it has begun; if not, the driver gets the command
     */
    public boolean beginOnHost() {
        return false;
    }

    /**
     * Asks whether launches on other devices let the driver have this now. Under the dispatcher's
     * lock, when nothing else is in the way.
     *
     * @param retry run when the answer may have changed, if it is no
     */
    public boolean mayEnter(Runnable retry) {
        return true;
    }

    /** {@return whether there is nothing to copy or run, so that only the order matters} */
    public abstract boolean isEmpty();

    /** Makes the driver's calls through {@code submission}. Under the dispatcher's lock. */
    public abstract void enqueue(Submission submission) throws OpenClException;

    /**
     * Does what is left on the host after the driver has done its part. On the poller's thread,
     * again and again until it is done, or has set {@link #failure}.
     *
     * @return whether nothing is left
     */
    public boolean finishOnHost() {
        return true;
    }

    /**
     * {@return whether no thread of this process works on it, so that it can be ended without the
     * driver}
     */
    public boolean mayBeAbandoned() {
        return state != WAITING;
    }

    /**
     * {@return whether the driver copies from or to the program's own memory, which the program may
     * free once it is told of the end}
     */
    public boolean usesHostMemory() {
        return false;
    }

    /** The driver may still be at work on it, although its end is about to be told. */
    public void leave() {}

    /** Lets go of what it used. Once, after its end. */
    public abstract void letGo();

    /** {@return what it is, for messages} */
    public abstract String description();

    /** Whether every command that it must follow has reached the driver, or an end. */
    boolean followsOnlyEnqueued() {
        return followsOnly(ENQUEUED);
    }

    /** Whether every command that it must follow has ended. */
    boolean followsOnlyEnded() {
        return followsOnly(ENDED);
    }

    private boolean followsOnly(int least) {
        for (Command one : after) {
            if (one.state < least) {
                return false;
            }
        }
        return laneBefore == null || laneBefore.state >= least;
    }

    /** Whether the poller has seen the end of every command that it was told to follow. */
    boolean followsOnlyCollected() {
        for (Command one : after) {
            if (one.state < COLLECTED) {
                return false;
            }
        }
        return true;
    }

    /** Whether nothing that it must follow is under way any more. Under the dispatcher's lock. */
    public boolean followsOnlyFinished() {
        for (Command one : after) {
            if (!one.isFinished()) {
                return false;
            }
        }
        return laneBefore == null || laneBefore.isFinished();
    }

    /** A failed one may have settled while what it had to follow went on. */
    private boolean isFinished() {
        return state >= COLLECTED || state == SETTLED && failure == null;
    }

    /** {@return the failed one of the commands that it was told to follow, or null} */
    Command failedPredecessor() {
        for (Command one : after) {
            if (one.failure != null) {
                return one;
            }
        }
        return null;
    }

    /** Cuts the references to older commands, so that a chain does not keep its past. */
    void forgetPast() {
        after = NONE;
        laneBefore = null;
        clock = null;
    }
}
