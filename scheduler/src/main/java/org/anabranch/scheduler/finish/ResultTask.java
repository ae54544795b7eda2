package org.anabranch.scheduler.finish;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Result;
import org.anabranch.scheduler.event.Dependencies;
import org.anabranch.scheduler.event.Dependent;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerLog;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A task whose completion can be waited for, cancelled, and made to wait for events. A worker that
 * waits for a task that has not begun runs it itself. The thread that ends it, by running or by
 * cancelling, also reports to the scope.
 */
public final class ResultTask<T> extends Task implements ForeignCode.Body, Dependent {
    private final CountedFinish finish;

    /** Its name for errors and listings, or null; created here, where there is memory. */
    private final String named;

    /** Null once it has ended, with all that it refers to. */
    private Callable<T> body;

    private final Completed completed = new Completed();

    /** Its dependencies; null for a task without any. */
    private final Dependencies after;

    /** One for each event that it waits for, and one while it is being enqueued. */
    private final AtomicInteger holds;

    private volatile Worker runner;
    private T value;

    /** True if it has begun here, so that this thread must end it. */
    private boolean mine;

    ResultTask(CountedFinish scope, String name, List<Event> after, Callable<T> body) {
        super(scope);
        this.named = name == null ? null : "task " + name;
        this.finish = scope;
        this.after = after.isEmpty() ? null : new Dependencies(this);
        this.holds = after.isEmpty() ? null : new AtomicInteger(1);
        this.body = body;
    }

    Result<T> result() {
        return completed;
    }

    /**
     * Goes to the pool once all events have settled. The scope has counted this task already; so
     * nothing is thrown: without memory it fails.
     */
    void startAfter(List<Event> events, Worker worker) {
        for (int i = 0; i < events.size() && !completed.isSettled(); i++) {
            Throwable refused = follow(events.get(i));
            if (refused != null) {
                cancelFor(Outcome.failureOf("waiting for an event", refused));
            }
        }
        try {
            if (holds == null || holds.decrementAndGet() == 0) {
                if (!completed.isSettled()) {
                    finish.hand(this, worker);
                }
            } else if (!completed.isSettled()) {
                finish.attend(completed);
            }
        } catch (OutOfMemoryError full) {
            fail(worker);
        }
    }

    /** There is no memory to enqueue it, and it may be enqueued all the same when events settle. */
    private void fail(Worker worker) {
        if (completed.begin()) {
            completed.settle(Outcome.NO_MEMORY);
            scope.ended(worker, ForeignCode.NO_MEMORY);
        }
    }

    /** {@return the exception that it threw, or null} */
    private Throwable follow(Event event) {
        try {
            return ForeignCode.attempt(() -> after.add(event));
        } catch (OutOfMemoryError full) {
            return full;
        }
    }

    @Override
    public void hold() {
        holds.incrementAndGet();
    }

    @Override
    public void dependencyEnded(AnabranchException failure) {
        if (failure != null) {
            cancelFor(failure);
        }
        if (holds.decrementAndGet() == 0 && !completed.isSettled()) {
            completed.pool().submit(this);
        }
    }

    /** Cancels the task, since one of its dependencies did not end well. */
    private void cancelFor(AnabranchException failure) {
        if (completed.state() == Event.State.QUEUED) {
            boolean _ = completed.preventFor(inherited(failure));
        }
    }

    @Override
    public String toString() {
        return describe();
    }

    private String what() {
        return named == null ? "a task" : named;
    }

    private String describe() {
        return named == null ? "a task of a finish scope" : named;
    }

    @Override
    public void run(Worker worker) {
        if (completed.begin()) {
            mine = true;
            Outcome.Ending ending = finish.isCancelled() ? cancelled() : runBody(worker);
            body = null;
            worker.leaveScopes(scope);
            completed.settle(ending);
            over = true;
            scope.ended(worker, ending.failure());
        }
    }

    @Override
    public void refuse(Worker worker, AnabranchException cause) {
        if (over || !mine && !completed.begin()) {
            return; // it has ended, or the thread that cancelled it has ended it
        }
        mine = true;
        completed.settle(Outcome.Ending.of(Event.State.FAILED, cause));
        over = true;
        scope.ended(worker, completed.failureOrNull());
    }

    private AnabranchException inherited(AnabranchException failure) {
        try {
            Throwable cause = ForeignCode.cause(failure);
            Throwable root = cause == null ? failure : cause;
            return new ActionCancelledException(
                    what()
                            + " did not begin: what it was to wait for did not end well: "
                            + ForeignCode.message(root),
                    root);
        } catch (Throwable full) {
            return ForeignCode.NO_MEMORY;
        }
    }

    private Outcome.Ending cancelled() {
        return Outcome.Ending.of(Event.State.CANCELLED, () -> Failures.cancellation(what()));
    }

    private Outcome.Ending runBody(Worker worker) {
        runner = worker;
        long since = WorkerLog.begins(worker.pool.log);
        Throwable thrown = ForeignCode.run(worker, finish.context(), this);
        runner = null;
        AnabranchException failure = thrown == null ? null : finish.failureOf(describe(), thrown);
        WorkerLog.ran(
                worker.pool.log, worker.lane, since, scope, named == null ? "" : named, failure);
        if (failure == null) {
            return Outcome.DONE;
        }
        return Outcome.Ending.of(
                failure instanceof ActionCancelledException
                        ? Event.State.CANCELLED
                        : Event.State.FAILED,
                failure);
    }

    /** The body, to be run across the line. */
    @Override
    public void run() throws Exception {
        value = body.call();
    }

    /** The event of this task. */
    private final class Completed extends Outcome implements Result<T>, Cancellable {
        @Override
        public WorkerPool pool() {
            return finish.pool;
        }

        @Override
        public String describe() {
            return ResultTask.this.describe();
        }

        @Override
        public boolean isRunningOn(Worker worker) {
            return worker.isRunning(ResultTask.this);
        }

        @Override
        public Worker runner() {
            return runner;
        }

        @Override
        public TaskQueue queue() {
            return scope.queue();
        }

        @Override
        public void help(Worker worker) {
            if (after == null) {
                worker.help(ResultTask.this, finish.isOpenedHere(worker));
                worker.tally.end();
            }
        }

        @Override
        public Optional<Domain> domain() {
            return state() == State.QUEUED ? Optional.empty() : Optional.of(finish.host());
        }

        /** It waits for nothing any more, refers to nothing, and the scope need not wait for it. */
        @Override
        protected void prevented() {
            body = null;
            try {
                if (after != null) {
                    after.giveUp();
                }
            } finally {
                finish.endedAnywhere(failureOrNull());
            }
        }

        @Override
        public boolean isPast() {
            return isSettled();
        }

        @Override
        public void cancelWithOwner() {
            if (state() == State.QUEUED) {
                boolean _ = prevent(Failures.cancellation(what()));
            }
        }

        /** {@return true if it had not begun} */
        boolean preventFor(AnabranchException why) {
            return prevent(why);
        }

        @Override
        public T get() {
            await();
            return value;
        }
    }
}
