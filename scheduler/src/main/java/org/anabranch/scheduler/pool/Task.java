package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** Something that a worker runs. The scope travels with it, never with the thread. */
public abstract class Task {
    /** The scope that waits for this task, or null for an action of a stream. */
    public final Scope scope;

    /** The next one in an {@link Inbox}. */
    Task next;

    public Task(Scope scope) {
        this.scope = scope;
    }

    /** A task without a result, of which a deque has but the body and the scope. */
    public static Task of(Scope scope, Runnable body) {
        return new Body(scope, body);
    }

    /** Runs to the end and reports it. Never throws. */
    public abstract void run(Worker worker);

    /** What this runs, or a part of it, for those who look whether a stack runs that; or null. */
    public Object subject() {
        return null;
    }

    private static final class Body extends Task {
        private final Runnable body;

        Body(Scope scope, Runnable body) {
            super(scope);
            this.body = body;
        }

        @Override
        public String toString() {
            return "a task of a finish scope";
        }

        @Override
        public void run(Worker worker) {
            AnabranchException failure = scope.run(body);
            scope.ended(worker, failure);
        }
    }
}
