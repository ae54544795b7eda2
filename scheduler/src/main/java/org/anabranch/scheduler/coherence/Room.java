package org.anabranch.scheduler.coherence;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.events.TransferReason;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.coherence.Instances.Eviction;
import org.anabranch.scheduler.pool.ForeignCode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The admission of actions to the memory of a device. An action is inside from the creation of its
 * instances until it has retired, a transfer likewise. While the memory has room, an action enters
 * at once.
 *
 * <p>An action for which there is no room waits, and all later ones wait behind it. The first one
 * is tried again whenever another one has left. If nothing is inside, no instance is in use: then
 * those with content that is valid elsewhere are freed, whatever will use them later, and if that
 * is not enough, other content is brought home. So an action fails for want of room only if the
 * device cannot hold its operands alone.
 *
 * <p>Actions inside must not wait for one that waits here. They may wait for one that a kernel has
 * enqueued, which may await it, and for one that has moved here from a lost device. Such an action
 * is tried before all others, and fails if there is no room while another one is inside.
 *
 * <p>Of any thread. One thread at a time serves those that wait; no lock is held while it does.
 */
public final class Room implements Admission {
    /** The number of times that content is brought home for one action. */
    private static final int ROUNDS = 2;

    // loaded now: a heap may be full later
    private static final Eviction VALUABLE = Eviction.VALUABLE;
    private static final Eviction IN_USE = Eviction.IN_USE;

    private final Store store;
    private final AtomicInteger inside = new AtomicInteger();

    /** Calls of {@link #serve} that have not been answered. */
    private final AtomicInteger calls = new AtomicInteger();

    @GuardedBy("this")
    private final ArrayDeque<DataAction> waiting = new ArrayDeque<>();

    /**
     * True if an action waits. Written before {@link #inside} is read, and read after that was
     * incremented: so when nothing is inside, nothing enters but by {@link #serve}.
     */
    private volatile boolean full;

    /** True if one that waits may have been cancelled. */
    private volatile boolean cancelled;

    /** Creates that of a device that is not a part of another one. */
    public Room(Store store) {
        this.store = store;
    }

    @Override
    public boolean admit(Action arriving) {
        DataAction action = (DataAction) arriving;
        inside.getAndIncrement();
        if (!full && hasInstances(action)) {
            action.room = this;
            return true;
        }
        inside.getAndDecrement();
        enqueue(action);
        serve();
        return false;
    }

    @Override
    public void enter() {
        inside.getAndIncrement();
    }

    @Override
    public void leave() {
        inside.getAndDecrement();
        if (full) {
            serve();
        }
    }

    @Override
    public void cancelled() {
        cancelled = true;
        serve();
    }

    @Override
    public boolean isAtRest() {
        return inside.get() == 0;
    }

    void enqueue(DataAction action) {
        action.waitsIn = this; // before it is looked at whether it was cancelled
        synchronized (this) {
            if (action.mayQueue()) {
                waiting.addLast(action);
            } else {
                waiting.addFirst(action);
            }
            full = true;
        }
        if (action.isSettled()) {
            cancelled = true;
        }
    }

    /** Admits those that wait, in their order, as far as there is room. Does not throw. */
    private void serve() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int answered = 1;
        while (answered != 0) {
            try {
                endCancelled();
                admitWaiting();
            } catch (Throwable broken) {
                refuse(first(), broken); // there is no memory to look for room, for instance
                ForeignCode.warn("an action could not wait for room on " + store, broken);
            }
            answered = calls.addAndGet(-answered);
        }
    }

    private void endCancelled() {
        if (!cancelled) {
            return;
        }
        cancelled = false;
        for (DataAction next = takeSettled(); next != null; next = takeSettled()) {
            ReadyQueue.ready(next);
        }
    }

    private synchronized DataAction takeSettled() {
        for (DataAction one : waiting) {
            if (one.isSettled()) {
                waiting.remove(one);
                full = !waiting.isEmpty();
                return one;
            }
        }
        return null;
    }

    private synchronized DataAction first() {
        return waiting.peekFirst();
    }

    private void admitWaiting() {
        for (DataAction next = first(); next != null; next = first()) {
            inside.getAndIncrement();
            if (hasInstances(next)) {
                goOn(next);
            } else if (inside.get() > 1 && !next.mayQueue()) {
                goOn(next); // and fails
            } else if (inside.decrementAndGet() > 0 || !makeRoom(next)) {
                return; // what is inside comes by when it leaves
            }
        }
    }

    /** An action that waited enters, or fails with the reason why it cannot. */
    private void goOn(DataAction next) {
        next.room = this;
        synchronized (this) {
            waiting.remove(next);
            full = !waiting.isEmpty();
        }
        ReadyQueue.ready(next);
    }

    private void refuse(DataAction next, Throwable why) {
        if (next != null) {
            inside.getAndIncrement();
            next.refusal = why;
            goOn(next);
        }
    }

    /** Returns false if there is no room; whatever else is wrong the action is to tell. */
    private boolean hasInstances(DataAction action) {
        try {
            action.makeInstances(store);
            action.refusal = null;
        } catch (MemoryExhaustedException exhausted) {
            action.refusal = exhausted;
            return exhausted.getCause() == null; // there is no such memory
        } catch (Throwable failed) {
            action.refusal = failed;
        }
        return true;
    }

    /**
     * Frees instances that the action does not use, while no action is inside.
     *
     * @return true if the action is to be tried again now, false if an action inside will leave
     */
    private boolean makeRoom(DataAction action) {
        long needed = action.bytesWithout(store);
        List<TrackedBuffer> valuable = new ArrayList<>();
        long freed = 0;
        for (TrackedBuffer buffer : action.memories().buffers()) {
            if (freed < needed && buffer.isIn(store) && !action.uses(buffer)) {
                Eviction eviction = buffer.instances.evictAtRest(store, this);
                if (eviction == IN_USE) {
                    return freed > 0;
                } else if (eviction == VALUABLE) {
                    valuable.add(buffer);
                } else {
                    freed += buffer.shape().bytes();
                }
            }
        }
        if (freed > 0) {
            return true;
        }
        if (action.roundsForRoom++ < ROUNDS) {
            // nothing to transfer: a read has brought the content home meanwhile, or does so now
            return !bringHome(valuable, needed, action.roundsForRoom);
        }
        refuse(action, action.refusal);
        return true;
    }

    /** Starts transfers of as much as is needed, and in the last round of everything. */
    private boolean bringHome(List<TrackedBuffer> valuable, long needed, int round) {
        List<Action> transfers = new ArrayList<>();
        long bytes = 0;
        for (TrackedBuffer buffer : valuable) {
            if ((bytes < needed || round == ROUNDS) && buffer.leaseUnlessFreed()) {
                try {
                    buffer.directory.evacuate(store.memory, TransferReason.ROOM, transfers);
                } finally {
                    buffer.unlease();
                }
                bytes += buffer.shape().bytes();
            }
        }
        return !transfers.isEmpty();
    }
}
