package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** Something that a worker runs. The scope travels with it, never with the thread. */
public abstract class Task extends Linked {
    /** The scope that waits for this task, or null for an action of a stream. */
    public Scope scope;

    public Task(Scope scope) {
        this.scope = scope;
    }

    /** A task without a result, of which a deque has but the body and the scope. */
    public static Task of(Scope scope, Runnable body) {
        return new Body(scope, body);
    }

    /** Room for a task of which it is not known yet whether it will be won. */
    static Task room() {
        return new Body(null, null);
    }

    /** The task that was won, in that room. */
    static Task with(Task room, Scope scope, Runnable body) {
        room.scope = scope;
        ((Body) room).body = body;
        return room;
    }

    /** Whether whoever waits for it is being told: set by its runner just before. */
    public boolean over;

    /** Runs to the end and reports it. Throws only if there is no memory to do so. */
    public abstract void run(Worker worker);

    /**
     * Ends all the same, if it has not ended: there is no memory to run it on, or nobody left who
     * could.
     *
     * @param worker the calling worker, or null
     */
    public abstract void refuse(Worker worker, AnabranchException cause);

    /** Another worker took it from the one that had it. */
    public void stolen() {
        if (scope != null) {
            scope.stolen();
        }
    }

    /** Returns the queue in which it waits while no worker has it; null for that of the pool. */
    final TaskQueue waitsIn() {
        return scope == null ? queue() : scope.queue();
    }

    /** Returns the program it belongs to, or null. */
    final Tenant tenant() {
        TaskQueue queue = scope == null ? queue() : null;
        return scope != null ? scope.tenant() : queue == null ? null : queue.tenant;
    }

    /** Returns the queue of the program, for a task of no scope; null if it has no program. */
    protected TaskQueue queue() {
        return null;
    }

    /** What this runs, or a part of it, for those who look whether a stack runs that; or null. */
    public Object subject() {
        return null;
    }

    /** The action that it is part of, as it is told of in the log; else 0. */
    public long action() {
        return 0;
    }

    private static final class Body extends Task {
        private Runnable body;

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
            AnabranchException failure = worker.call(body, scope);
            worker.leaveScopes(scope);
            over = true;
            scope.ended(worker, failure);
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {
            if (!over) {
                over = true;
                scope.ended(worker, cause);
            }
        }
    }
}
