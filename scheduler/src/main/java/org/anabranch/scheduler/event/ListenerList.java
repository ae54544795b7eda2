package org.anabranch.scheduler.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.function.Consumer;

/**
 * The listeners of an event: waiting threads, callbacks and dependencies as a doubly linked list,
 * changed under the lock of the event, which no other code is called with.
 *
 * <p>The settling thread looks at the list after the phase; a thread that adds a listener looks at
 * the phase once more after the list; of the two the one that takes a listener from the list calls
 * it.
 */
abstract class ListenerList implements Event {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_TOLD = "a listener of an event was not called".intern();

    /** The newest one; written under the lock. */
    private volatile Listener listeners;

    /** Returns true if the event has come as far as the listener waits for. */
    abstract boolean isDue(Listener listener);

    public abstract WorkerPool pool();

    /** Returns why it did not end well; null if it did, or has not ended. */
    public abstract AnabranchException failureOrNull();

    /** Calls the listeners whose time has come. */
    protected final void callListeners() {
        if (listeners != null) {
            callAll(take(true));
        }
    }

    final void wakeWaiters() {
        if (listeners != null) {
            callAll(take(false));
        }
    }

    /** Waiting threads and dependencies first; the callbacks of one event are one step. */
    private void callAll(Listener due) {
        Callback first = null;
        Callback last = null;
        for (Listener at = due; at != null; ) {
            Listener next = at.next;
            at.next = null;
            if (at instanceof Callback callback) {
                first = first == null ? callback : first;
                last = callback.after(last);
            } else {
                call(at);
            }
            at = next;
        }
        if (first != null) {
            Callbacks.call(first);
        }
    }

    private void call(Listener listener) {
        try {
            listener.settled(this);
        } catch (Throwable full) {
            ForeignCode.warn(NOT_TOLD, full);
        }
    }

    /**
     * Takes those whose time has come from the list; all, or waiting threads only; oldest first.
     */
    private synchronized Listener take(boolean all) {
        Listener due = null;
        for (Listener at = listeners; at != null; ) {
            Listener next = at.next;
            if (isDue(at) && (all || at.isThread())) {
                unlink(at);
                at.next = due;
                due = at;
            }
            at = next;
        }
        return due;
    }

    @GuardedBy("this")
    private void unlink(Listener listener) {
        if (listener.previous == null) {
            listeners = listener.next;
        } else {
            listener.previous.next = listener.next;
        }
        if (listener.next != null) {
            listener.next.previous = listener.previous;
        }
        listener.previous = null;
        listener.next = null;
        listener.event = null;
    }

    /** Adds a listener; false if its time has come. */
    final boolean add(Listener listener) {
        if (isDue(listener)) {
            return false;
        }
        synchronized (this) {
            Listener first = listeners;
            listener.event = this;
            listener.next = first;
            if (first != null) {
                first.previous = listener;
            }
            listeners = listener;
        }
        if (isDue(listener)) {
            callListeners();
        }
        return true;
    }

    /** Forgets a listener that need not be called any more. */
    final void remove(Listener listener) {
        synchronized (this) {
            if (listener.event == this) {
                unlink(listener);
            }
        }
    }

    /** Gives those that wait for this, each once for each dependency. */
    public final synchronized void forEachDependent(Consumer<Dependent> look) {
        for (Listener at = listeners; at != null; at = at.next) {
            Dependent waits = at.dependent();
            if (waits != null) {
                look.accept(waits);
            }
        }
    }

    /** {@return why an event that has settled did not end well, or null} */
    public static AnabranchException failureOf(Event settled) {
        try {
            return settled instanceof ListenerList own
                    ? own.failureOrNull()
                    : settled.failure().orElse(null);
        } catch (Throwable broken) {
            return ForeignCode.failure("an event that was waited for", broken);
        }
    }
}
