package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.TaskQueue;

/** What actions belong to: a stream, a scope, a loop, or nobody in particular. */
public interface ActionOwner {
    /** For transfers that the platform makes on its own. */
    ActionOwner NOBODY = (action, failure) -> {};

    /** For the platform's own access to data that need not be defined. */
    ActionOwner INDIFFERENT =
            new ActionOwner() {
                @Override
                public void ended(Action action, AnabranchException failure) {}

                @Override
                public boolean ignoresFailures() {
                    return true;
                }
            };

    /** The action did not end well, and nobody knows yet. */
    default void failing(Action action, AnabranchException failure) {}

    /** The action has retired. */
    void ended(Action action, AnabranchException failure);

    /** A worker ran it in one go, and took so long. */
    default void ran(Action action, long nanos) {}

    /** Whether the action comes after what the calling thread runs as it enqueues it. */
    default boolean isAfterWhatRuns(Action action) {
        return false;
    }

    /**
     * Whether the later one of two of its actions comes after the earlier one by what they are,
     * whatever else there is; false if that follows from neither.
     */
    default boolean orders(Action earlier, Action later) {
        return false;
    }

    /** Whether missing data is transferred. */
    default Program program() {
        return null;
    }

    /** Where the action belongs, for messages: a text to be put behind what it is. */
    default String describe(Action action) {
        return "";
    }

    /** {@return why an action that has not begun must not run after all, or null} */
    default AnabranchException refusal(Action action) {
        return null;
    }

    /** Its number in the log: that of a stream, or less than 0 for a scope; else 0. */
    default long number() {
        Scope scope = scope();
        return scope == null ? 0 : -scope.scopeNumber();
    }

    /** Whether who waits for its actions waits for a stream. */
    default boolean isOfMarks() {
        return false;
    }

    /** The scope that its actions are in, whose opener may run them as it waits; or null. */
    default Scope scope() {
        return null;
    }

    /** Returns the queue in which its actions wait for a worker; null for that of the pool. */
    default TaskQueue queue() {
        Scope scope = scope();
        Program program = scope == null ? program() : null;
        return scope != null ? scope.queue() : program == null ? null : program.queue();
    }

    /** Whether its actions are tasks that may go through a steal port. */
    default boolean travels() {
        return false;
    }

    /** How many nanoseconds a kernel may run; 0 for any time. */
    default long timeLimit() {
        return 0;
    }

    /** Whether missing data is transferred. */
    default boolean movesData() {
        return true;
    }

    /** Whether an action uses data that earlier ones should have written but did not. */
    default boolean ignoresFailures() {
        return false;
    }
}
