package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.TaskQueue;

/** The owner of actions: a stream, a scope, a loop, or a default one. */
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

    /** Reports an action's failure before its event settles. */
    default void failing(Action action, AnabranchException failure) {}

    /** The action has retired. */
    void ended(Action action, AnabranchException failure);

    /** A worker ran it in one go, and took so long. */
    default void ran(Action action, long nanos) {}

    /**
     * Returns true if the action comes after the code that the calling thread runs as it enqueues
     * it.
     */
    default boolean isAfterWhatRuns(Action action) {
        return false;
    }

    /**
     * Returns true if the later of two of its actions comes after the earlier one by their own
     * nature; false if that does not follow from it.
     */
    default boolean orders(Action earlier, Action later) {
        return false;
    }

    /** Returns true if missing data is transferred. */
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

    /** Returns true if waiting for its actions is waiting for a stream. */
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

    /** Returns true if its actions are tasks that may go through a steal port. */
    default boolean travels() {
        return false;
    }

    /** Returns the time limit of a kernel in nanoseconds; 0 for none. */
    default long timeLimit() {
        return 0;
    }

    /** Returns true if missing data is transferred. */
    default boolean movesData() {
        return true;
    }

    /** Returns true if an action uses data that failed actions should have written. */
    default boolean ignoresFailures() {
        return false;
    }
}
