package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** A task for a worker. The scope belongs to the task, never to the thread. */
public abstract class Task extends InboxNode {
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

    /** Returns the stolen task, in that object. */
    static Task with(Task room, Scope scope, Runnable body) {
        room.scope = scope;
        ((Body) room).body = body;
        return room;
    }

    /** True if waiting threads are being notified: set by its runner just before. */
    public boolean over;

    /** Runs to the end and reports it. Throws only if there is no memory to do so. */
    public abstract void run(Worker worker);

    /**
     * Ends it without running: there is no memory to run it on, or no worker left that could.
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

    /** Returns the object that this runs, or a part of, for searches of the stack; or null. */
    public Object subject() {
        return null;
    }

    /** Returns the number of the logged action that it is part of; else 0. */
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
