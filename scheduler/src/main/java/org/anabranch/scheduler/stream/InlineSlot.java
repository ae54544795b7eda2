package org.anabranch.scheduler.stream;

import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.coherence.SyncAction;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a thread runs an undeferred action of a stream. It is taken, and asked for a gate, under
 * the stream's lock, and given back without it: whoever of the two comes second sees the other.
 */
public final class InlineSlot {
    private static final VarHandle STATE =
            Handles.of(MethodHandles.lookup(), "state", Object.class);

    static {
        Handles.link(InlineSlot::use);
    }

    private static final Object TAKEN = new Object();

    /** Null if it is free; else a mark, or the gate that what is enqueued meanwhile comes after. */
    @SuppressWarnings("unused") // read through its handle
    private Object state;

    /** Who has it; of interest to that thread only. */
    private Thread claimant;

    boolean isTaken() {
        return STATE.getAcquire(this) != null;
    }

    boolean isOf(Thread thread) {
        return claimant == thread;
    }

    /** Under the stream's lock, if it is free. */
    void take() {
        state = TAKEN;
        claimant = Thread.currentThread();
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
     * Makes the gate for all that is enqueued from now on; null if it is free, or has one. Under
     * the stream's lock.
     */
    SyncAction gate(WorkerPool pool, int stream) {
        if (STATE.getAcquire(this) != TAKEN) {
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

    /** Each way in which handles are used here, of nothing: see {@link Handles#link}. */
    private static void use(int way) {
        InlineSlot nobody = null;
        switch (way) {
            case 0 -> {
                Object _ = STATE.getAcquire(nobody);
            }
            case 1 -> {
                Object _ = STATE.getAndSet(nobody, null);
            }
            case 2 -> {
                SyncAction none = null;
                boolean _ = STATE.compareAndSet(nobody, TAKEN, none);
            }
            default -> {}
        }
    }
}
