package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;

/**
 * One operation on its way through a device. Belongs to the dispatcher, whose lock guards what is
 * not volatile or final; only the poller moves it to {@link #COLLECTED} and {@link #ENDED}.
 */
public abstract class QueuedCommand {
    /** Not yet given to the driver. */
    static final int WAITING = 0;

    /** The driver has it; its event, or that of its {@link #batch}, has its status. */
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

    /** The engine that an operation occupies. */
    public enum Engine {
        UPLOAD,
        DOWNLOAD,
        COMPUTE
    }

    private static final QueuedCommand[] NONE = {};

    final Engine engine;
    final int lane;
    public final long ticket;
    public final Completion completion;

    volatile int state = WAITING;

    /** Its own event, 0 if it has none. */
    volatile long event;

    /** The commands with which it shares an event, or null. Written before its state. */
    Batch batch;

    volatile QueuedCommand nextOnLane;
    QueuedCommand nextInBacklog;

    /** Set when the host's part before the driver's is done, such as filling a pinned block. */
    public volatile boolean ready = true;

    QueuedCommand[] after = NONE;
    QueuedCommand laneBefore;

    /** The reason for its failure, or null; written before its end is published. */
    protected Throwable failure;

    /** Set by the poller when it saw a good end. */
    public boolean succeeded;

    /** True if its completion receives the device's run times: its queue records them. */
    boolean timed;

    /** When the driver was called, and when it had returned. */
    long calledAt;

    long calledUntil;

    /** True if the driver was given parts of it ahead. */
    boolean begun;

    int queue;
    long sequence;
    long[] clock;

    public QueuedCommand(Engine engine, Order order, Completion completion) {
        this.engine = engine;
        this.lane = order.lane();
        this.ticket = order.ticket();
        this.completion = completion;
    }

    /**
     * Begins on a thread of the host, which then calls {@link CommandDispatcher#finish}. Under the
     * dispatcher's lock; meanwhile the command stays {@link #WAITING}, so that it is not abandoned.
     *
     * @return true if it has begun; if false, the driver gets the command
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

    /**
     * {@return true if there is no data to copy or kernel to run, so that only the order matters}
     */
    public abstract boolean isEmpty();

    /**
     * {@return true if its end may be noticed together with that of the commands that follow it in
     * its queue}
     */
    public boolean sharesEvent() {
        return false;
    }

    /** Makes the driver's calls through {@code submission}. Under the dispatcher's lock. */
    public abstract void enqueue(Submission submission) throws OpenClException;

    /**
     * Does the remaining work on the host after the driver has done its part. Called on the
     * poller's thread, repeatedly until it is done, or has set {@link #failure}.
     *
     * @return true if no work is left
     */
    public boolean finishOnHost() {
        return true;
    }

    /**
     * {@return true if no thread of this process works on it, so that it can be ended without the
     * driver}
     */
    public boolean mayBeAbandoned() {
        return state != WAITING;
    }

    /**
     * {@return true if the driver copies from or to the program's own memory, which the program may
     * free after the completion}
     */
    public boolean usesHostMemory() {
        return false;
    }

    /**
     * Leaves resources to the driver, which may still use them although the command is about to be
     * completed.
     */
    public void leave() {}

    /** Lets go of what it used. Once, after its end. */
    public abstract void letGo();

    /** {@return a description, for messages} */
    public abstract String description();

    /** Returns true if the driver was given it, or a marker in its place. */
    boolean hasEntered() {
        return event != 0 || batch != null;
    }

    /** {@return the driver's status of one that has entered; for the poller} */
    int status(CommandStatus driver, MemorySegment scratch) {
        return batch == null ? driver.of(event, scratch) : batch.status(driver, scratch);
    }

    /**
     * Returns true if every command that it must follow was submitted to the driver, or has ended.
     */
    boolean followsOnlyEnqueued() {
        return followsOnly(ENQUEUED);
    }

    /** Returns true if every command that it must follow has ended. */
    boolean followsOnlyEnded() {
        return followsOnly(ENDED);
    }

    private boolean followsOnly(int least) {
        for (QueuedCommand one : after) {
            if (one.state < least) {
                return false;
            }
        }
        return laneBefore == null || laneBefore.state >= least;
    }

    /** Returns true if the poller has seen the end of every command that it must follow. */
    boolean followsOnlyCollected() {
        for (QueuedCommand one : after) {
            if (one.state < COLLECTED) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if no command that it must follow is under way. Under the dispatcher's lock. */
    public boolean followsOnlyFinished() {
        for (QueuedCommand one : after) {
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

    /** {@return the failed one of the commands that it must follow, or null} */
    QueuedCommand failedPredecessor() {
        for (QueuedCommand one : after) {
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
