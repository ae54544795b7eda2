package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;
import org.anabranch.events.WaitSort;

/**
 * The pool's view of a scope: the scopes within it, and the receiver of reports on tasks that
 * workers run for it.
 */
public abstract class Scope implements Numbered {
    /** Its number in the log, from 1; one is found for it when that is first asked for. */
    public abstract int scopeNumber();

    @Override
    public final WaitSort awaitedAs() {
        return WaitSort.SCOPE;
    }

    @Override
    public final long awaitedOwner() {
        return -scopeNumber();
    }

    /** Returns true if the scope is this one or opened, at any depth, by a task of this one. */
    public abstract boolean contains(Scope scope);

    /** Returns the program that opened it; null in tests of the pool. */
    public Tenant tenant() {
        return null;
    }

    /**
     * Returns the queue of the outermost scope around this one, in which tasks wait that no worker
     * has; null for that of the pool. Makes it if there is none; without memory, returns that of
     * the program.
     */
    public TaskQueue queue() {
        return null;
    }

    /** Returns true if a thread waits for the outermost scope around this one, or for its tasks. */
    public boolean isAwaited() {
        return false;
    }

    /** Adds to the tasks started and not ended, of any thread but the one that opened the scope. */
    public abstract void count(int number);

    /**
     * Runs the body of a task on the calling worker; returns what it threw, or why it did not
     * begin, or null.
     */
    public abstract AnabranchException run(InstalledContext worker, Runnable body);

    /**
     * A task has ended that this worker ran.
     *
     * @param failure why it did not end well, or null
     */
    public abstract void ended(WorkerCounts worker, AnabranchException failure);

    /**
     * Closes a scope that the calling worker's innermost code has left open; {@return its failure,
     * or null}
     */
    public AnabranchException closeLeft() {
        return null;
    }

    /** A worker took a task of this scope from another one. */
    public abstract void stolen();

    /**
     * A task has ended that left this scope open, and those around it up to one: none is closed.
     */
    public abstract void abandonUpTo(Scope outer);

    /**
     * Adds an entry that a cancellation of this scope, or of an enclosing one, must reach. If it
     * was cancelled already the entry is cancelled immediately.
     */
    public abstract void attend(Cancellable entry);

    /** {@return true if this scope or one around it was cancelled} */
    public abstract boolean isCancelled();
}
