package org.anabranch.scheduler.stream;

import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The claim of a stream for inline execution. It is taken and returned without the stream's lock,
 * and asked for a gate under it: of the two threads, the second sees the first.
 */
public final class InlineSlot {
    private static final VarHandle STATE =
            Handles.of(MethodHandles.lookup(), "state", Object.class);
    private static final VarHandle RAN = Handles.of(MethodHandles.lookup(), "ran", long.class);

    private static final Object TAKEN = new Object();

    static {
        InlineSlot none = null;
        SyncAction nil = null;
        Handles.linkCalls(
                () -> RAN.setOpaque(none, 0L),
                () -> STATE.compareAndSet(none, TAKEN, nil),
                () -> STATE.compareAndSet(none, null, TAKEN));
        Handles.linkReads(
                () -> STATE.getAcquire(none),
                () -> STATE.getAndSet(none, null),
                () -> STATE.getVolatile(none),
                () -> (long) RAN.getOpaque(none));
    }

    /** Null if it is free; else a mark, or the gate that what is enqueued meanwhile comes after. */
    @SuppressWarnings("unused") // read through its handle
    private Object state;

    /** The claiming thread; of interest to that thread only. */
    private Thread claimant;

    /** The number of claims for an action; written by the claiming thread. */
    @SuppressWarnings("unused") // used through its handle
    private long ran;

    boolean isTaken() {
        return STATE.getAcquire(this) != null;
    }

    boolean isOf(Thread thread) {
        return claimant == thread;
    }

    /** Takes it if it is free; what the caller reads then is read after that. */
    boolean take() {
        if (!STATE.compareAndSet(this, null, TAKEN)) {
            return false;
        }
        claimant = Thread.currentThread();
        return true;
    }

    /** By who has it: it is for one action more, or for one less than was said. */
    void count(int actions) {
        RAN.setOpaque(this, (long) RAN.getOpaque(this) + actions);
    }

    /** Returns the number of claims for an action. */
    long ran() {
        return (long) RAN.getOpaque(this);
    }

    /** The action has ended, and what comes after it may begin. */
    void giveBack() {
        claimant = null;
        Object gate = STATE.getAndSet(this, null);
        if (gate != TAKEN) {
            ((SyncAction) gate).release();
        }
    }

    /**
     * Returns the gate for all actions enqueued from now on; null if it is free, or has one. Under
     * the stream's lock, by a thread that has recorded its enqueue.
     */
    SyncAction gate(WorkerPool pool, int stream) {
        if (STATE.getVolatile(this) != TAKEN) {
            return null;
        }
        SyncAction gate =
                new SyncAction(
                        pool, ActionOwner.NOBODY, "an undeferred action of stream " + stream);
        gate.hold();
        gate.start();
        if (!STATE.compareAndSet(this, TAKEN, gate)) {
            gate.release();
        }
        return gate;
    }
}
