package org.anabranch.scheduler.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.ClosedException;
import org.anabranch.api.StreamOptions;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.Epoch;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.count.PaddedCount;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.IdleListener;
import org.anabranch.scheduler.pool.Pending;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.scheduler.region.Overlap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * The order of a stream's actions, found in their operands as they are enqueued, and how many of
 * them are in flight. Its lock is never held while waiting and never taken by an action that ends:
 * waits count epochs instead.
 */
final class StreamOrder extends StreamLines implements IdleListener {
    private static final VarHandle ENQUEUED =
            Handles.of(MethodHandles.lookup(), "enqueued", long.class);

    static {
        StreamOrder none = null;
        Handles.linkCalls(() -> ENQUEUED.setVolatile(none, 0L));
        Handles.linkReads(
                () -> (long) ENQUEUED.getOpaque(none), () -> (long) ENQUEUED.getVolatile(none));
    }

    private final WorkerPool pool;
    private final int stream;
    private final StreamOptions.Order rule;
    private final StreamFailures failures;

    /** Actions that have ended, of those that are enqueued. */
    private final PaddedCount ended;

    @GuardedBy("this")
    private final DependenceTracker tracker = new DependenceTracker();

    private final InlineSlot slot = new InlineSlot();

    @GuardedBy("this")
    private Epoch epoch = new Epoch();

    @GuardedBy("this")
    private Action last;

    /** Those that a cancellation has to reach. */
    @GuardedBy("this")
    private final Pending<Action> unsettled = new Pending<>(Action::isSettled);

    /** The action that all later ones come after. */
    @GuardedBy("this")
    private SyncAction gate;

    /** The last mark; a thread that waits for a later one finds it settled. */
    @GuardedBy("this")
    private SyncAction lastMark;

    /** Number of the last action. */
    @GuardedBy("this")
    private long enqueued;

    private volatile boolean closed;

    StreamOrder(
            WorkerPool pool,
            int stream,
            StreamOptions.Order rule,
            StreamFailures failures,
            PaddedCount ended) {
        this.pool = pool;
        this.stream = stream;
        this.rule = rule;
        this.failures = failures;
        this.ended = ended;
    }

    /** Puts an action behind what it comes after; false if the stream is closed. */
    synchronized boolean add(DataAction action) {
        if (closed) {
            return false;
        }
        number(action);
        try {
            unsettled.add(action);
            followSlot();
            if (gate != null) {
                gate.precede(action, true);
            }
            switch (rule) {
                case STRICT -> {
                    followLastIfStrict(action);
                    tracker.trackExplicit(action);
                }
                case OPERANDS -> tracker.track(action);
                case NONE -> tracker.trackExplicit(action);
            }
        } catch (Throwable full) {
            fail(action, full);
        }
        last = action;
        return true;
    }

    /**
     * Puts all later actions behind an action; returns false if the stream is closed.
     *
     * @param afterAll true if it comes after all earlier actions
     */
    synchronized boolean addGate(SyncAction sync, boolean afterAll) {
        if (closed) {
            return false;
        }
        if (afterAll) {
            epoch = epoch.end(sync, enqueued);
        }
        number(sync);
        try {
            unsettled.add(sync);
            followSlot();
            if (gate != null) {
                gate.precede(sync, true);
            }
            followLastIfStrict(sync);
        } catch (Throwable full) {
            fail(sync, full);
        }
        gate = sync;
        last = sync;
        return true;
    }

    /** It counts and will end, but what it comes after is unknown: so it does not run. */
    private static void fail(Action action, Throwable cause) {
        action.inherit(ForeignCode.failure("what an action comes after is not known: it", cause));
    }

    /** Puts a mark behind everything that was enqueued; it is no action of the stream. */
    synchronized void addMark(SyncAction mark) {
        followSlot();
        if (gate != null) {
            gate.precede(mark, false);
        }
        if (lastMark != null) {
            lastMark.precede(mark, false);
        }
        epoch = epoch.end(mark, enqueued); // last: without memory before, another mark is set
        lastMark = mark;
    }

    @GuardedBy("this")
    private void number(Action action) {
        action.sequence = enqueued + 1;
        ENQUEUED.setVolatile(this, enqueued + 1); // before the slot is looked at
        action.epoch = epoch;
        if (pool.log.records()) {
            action.begins();
        }
    }

    @GuardedBy("this")
    private void followLastIfStrict(Action action) {
        if (rule == StreamOptions.Order.STRICT && last != null) {
            last.precede(action, false);
        }
    }

    /**
     * Takes the stream for inline execution by the caller, after all earlier actions; returns false
     * if an action is in flight, or has failed, or the stream is closed. Without the lock: a thread
     * that enqueues meanwhile writes the number of its action and then reads the slot; here the
     * order is reversed, so one of the two sees the other. A gate is enqueued, or is before what
     * is.
     */
    boolean takeSlot() {
        if (!slot.take()) {
            return false;
        }
        if (closed || ended.get() != (long) ENQUEUED.getVolatile(this) || failures.endActions()) {
            slot.giveBack();
            return false;
        }
        slot.count(1);
        return true;
    }

    /** The action that the stream was taken for has ended. */
    void giveSlotBack() {
        slot.giveBack();
    }

    /** Returns true if the calling thread runs an action inline. */
    boolean isSlotOfCaller() {
        return slot.isOf(Thread.currentThread());
    }

    /** The action that the stream was taken for failed: numbers it as if it had been enqueued. */
    synchronized void addFailed(Action action) {
        number(action);
        slot.count(-1);
    }

    /** Orders later actions after an action that runs inline. */
    @GuardedBy("this")
    private void followSlot() {
        SyncAction follower = slot.gate(pool, stream);
        if (follower != null) {
            gate = follower;
        }
    }

    void requireOpen() {
        if (closed) {
            throw refusal();
        }
    }

    ClosedException refusal() {
        return new ClosedException("stream " + stream + " is closed");
    }

    /** Takes no more actions; false if it took none before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }

    /**
     * Forgets the order if nothing is in flight: then no action has to come after another. The
     * thread that ends the last one notices that.
     */
    @Override
    public void forgetIfIdle() {
        if (isIdle()) {
            forget();
        }
    }

    /** Returns true if no action is in flight, for threads without the lock. */
    boolean isIdle() {
        return ended.get() == (long) ENQUEUED.getOpaque(this);
    }

    /** Forgets what is over. */
    synchronized void forget() {
        if (pending() == 0) {
            tracker.clear();
            unsettled.clear();
            last = null;
        }
    }

    /** The failures of waits are known: they do not concern what is enqueued from now on. */
    synchronized void forgetWaits() {
        if (gate != null && gate.isRetired()) {
            gate = null;
        }
        tracker.forgetWaits();
    }

    /**
     * Cancels what has not begun.
     *
     * @param cause why; it is known to who enqueues meanwhile
     */
    void cancelUnsettled(AnabranchException cause) {
        for (Action action : unsettled()) {
            action.cancelFor(cause);
        }
    }

    private synchronized List<Action> unsettled() {
        return unsettled.list();
    }

    /** Returns the number of actions in flight. */
    synchronized long pending() {
        return enqueued - ended.get() + (slot.isTaken() ? 1 : 0);
    }

    /** Returns the number of actions so far. */
    synchronized long total() {
        return enqueued + slot.ran();
    }

    /** Returns true if the later of two actions comes after the earlier one by their own nature. */
    boolean orders(Action earlier, Action later) {
        if (later.sequence <= earlier.sequence || earlier.sequence == 0) {
            return false;
        }
        return switch (rule) {
            case STRICT -> true;
            case OPERANDS ->
                    earlier instanceof DataAction one
                            && later instanceof DataAction other
                            && Overlap.conflict(one.operands, other.operands);
            case NONE -> false;
        };
    }
}
