package org.anabranch.scheduler.pool;

/**
 * An entry of what a cancellation has to reach: an action or a task that has not begun, a thread
 * that waits, a scope with entries of its own.
 */
public interface Cancellable {
    /** {@return true if a cancellation has nothing to do here any more} */
    boolean isPast();

    /** Ends it as its owner, a scope, was cancelled. */
    void cancelWithOwner();
}
