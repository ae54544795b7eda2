package org.anabranch.scheduler.finish;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Result;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.domain.Abandonment;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.event.Required;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.Placement;
import org.anabranch.scheduler.pool.Cancellable;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.InstalledContext;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.Tenant;
import org.anabranch.scheduler.pool.Worker;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * The scope that programs use: starts tasks, kernels and loops. {@link FinishCount} counts its open
 * work, and {@link FinishClose} waits for it.
 */
public class CountedFinish extends FinishClose implements Finish, ActionOwner {
    /** The program that opened a scope. */
    public interface Owner extends Program {
        /** {@return where it runs} */
        Machine machine();

        /** A scope within no other is open. */
        void opened(CountedFinish scope);

        /** It is closed. */
        void closed(CountedFinish scope);
    }

    /** No literal: that takes memory where it is first used. */
    private static final String NOT_LEFT = "a scope is closed, and its program keeps it".intern();

    final Owner platform;

    public CountedFinish(Machine machine, Owner platform) {
        super(machine.pool(), machine.pool().current());
        this.platform = platform;
        if (isOutermost()) {
            platform.opened(this);
        }
    }

    /** Throws nothing: who closes the last scope has its failures to tell. */
    @Override
    void leaveProgram() {
        try {
            platform.closed(this);
        } catch (Throwable full) {
            ForeignCode.warn(NOT_LEFT, full);
        }
    }

    @Override
    void requireOpen() {
        int now = phase;
        if (now != OPEN) {
            throw new ClosedException(
                    now == ENDED
                            ? "the platform of " + platform.owner() + " is closed"
                            : "the finish scope is closed: start tasks before close returns");
        }
    }

    Domain host() {
        return platform.view(platform.machine().domains().host);
    }

    @Override
    public void ended(Action action, AnabranchException failure) {
        endedAnywhere(failure);
    }

    @Override
    public AnabranchException refusal(Action action) {
        return isCancelled() ? Failures.cancellation(action.describe()) : null;
    }

    @Override
    public Tenant tenant() {
        return platform.queue().tenant;
    }

    @Override
    public boolean travels() {
        return true;
    }

    @Override
    public Program program() {
        return platform;
    }

    @Override
    public void stolen() {
        platform.counts(platform.machine().domains().host).stoleLocally();
    }

    @Override
    public String describe(Action action) {
        return " (in a finish scope of " + platform.owner() + ")";
    }

    @Override
    public void async(Runnable body) {
        Objects.requireNonNull(body, "body");
        Worker worker = openedForWorkers();
        try {
            if (worker != null) {
                worker.push(body, this);
            } else {
                pool.submit(Task.of(this, body));
            }
        } catch (Throwable full) {
            ended(worker, null); // no worker has it
            throw full;
        }
    }

    @Override
    public void asyncOrRun(Runnable body) {
        Objects.requireNonNull(body, "body");
        Worker worker = Thread.currentThread() == opener ? owner : pool.current();
        if (worker != null && worker.scope == this && worker.hasPlenty()) {
            // not closed, since it is the innermost; once its program has ended it is cancelled
            AnabranchException failure = worker.runNow(body, this);
            if (failure != null) {
                if (failure instanceof ActionCancelledException) {
                    requireOpen();
                }
                record(failure);
            }
        } else {
            async(body);
        }
    }

    private void start(Task task) {
        Worker worker = opened();
        try {
            hand(task, worker);
        } catch (Throwable full) {
            ended(worker, null); // no worker has it
            throw full;
        }
    }

    /** Gives a task that is counted to the calling worker, or to any if it is none. */
    void hand(Task task, Worker worker) {
        if (worker != null) {
            worker.push(task, this);
        } else {
            pool.submit(task);
        }
    }

    @Override
    public Scope scope() {
        return this;
    }

    /** Starts more of a loop of which this worker runs a part. */
    void fork(LoopTask part) {
        Worker worker = openedForWorkers();
        try {
            worker.push(part, this);
        } catch (Throwable full) {
            part.refuse(worker, ForeignCode.NO_MEMORY);
        }
    }

    @Override
    public AnabranchException run(InstalledContext worker, Runnable body) {
        if (isCancelled()) {
            return Failures.cancellation("a task");
        }
        Throwable thrown = ForeignCode.run(worker, context(), body);
        return thrown == null ? null : failureOf("a task of a finish scope", thrown);
    }

    /**
     * Returns the failure for an exception in this scope: if it was cancelled within, the
     * cancellation.
     */
    AnabranchException failureOf(String what, Throwable thrown) {
        return thrown instanceof ActionCancelledException within && isCancelled()
                ? within
                : Outcome.failureOf(what, thrown);
    }

    @Override
    public Event async(List<Event> after, Runnable body) {
        Required.all(after, "after", "after");
        Objects.requireNonNull(body, "body");
        ResultTask<Void> task = new ResultTask<>(this, null, after, returning(body));
        task.startAfter(List.copyOf(after), opened());
        return task.result();
    }

    private static Callable<Void> returning(Runnable body) {
        return () -> {
            body.run();
            return null;
        };
    }

    @Override
    public <T> Result<T> call(Callable<T> body) {
        return begin(null, body);
    }

    @Override
    public Event async(String name, Runnable body) {
        Objects.requireNonNull(body, "body");
        return call(name, returning(body));
    }

    @Override
    public <T> Result<T> call(String name, Callable<T> body) {
        return begin(Objects.requireNonNull(name, "name"), body);
    }

    private <T> Result<T> begin(String name, Callable<T> body) {
        Objects.requireNonNull(body, "body");
        ResultTask<T> task = new ResultTask<>(this, name, List.of(), body);
        start(task);
        return task.result();
    }

    @Override
    public Event async(Kernel kernel, Argument... arguments) {
        return async(Place.anywhere(), kernel, arguments);
    }

    @Override
    public Event async(Place place, Kernel kernel, Argument... arguments) {
        Objects.requireNonNull(place, "place");
        Invocation what = Invocation.of(platform.machine(), kernel, null, arguments);
        Placement placement = placement(place, what);
        KernelAction action;
        try {
            action = new KernelAction(this, null, placement, what);
            opened();
            action.begins();
        } catch (Throwable refused) {
            what.unlease();
            throw refused;
        }
        action.start();
        attendWhenThereIsRoom(action);
        return action;
    }

    /** Without memory for that, a cancellation reaches it when it is ready. */
    private void attendWhenThereIsRoom(Cancellable entry) {
        try {
            attend(entry);
        } catch (OutOfMemoryError full) {
            ForeignCode.pause();
        }
    }

    @Override
    public void forasync(Loop loop, IndexBody body) {
        Objects.requireNonNull(body, "body");
        start(loop, LoopLeaf.of(loop, body));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Two body) {
        Objects.requireNonNull(body, "body");
        start(loop, LoopLeaf.of(loop, body));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Three body) {
        Objects.requireNonNull(body, "body");
        start(loop, LoopLeaf.of(loop, body));
    }

    private void start(Loop loop, LoopLeaf leaf) {
        if (loop.tiles() > 0) {
            start(LoopTask.of(this, loop, leaf));
        }
    }

    @Override
    public Event forasync(Loop loop, Kernel kernel, Argument... arguments) {
        return forasync(Place.anywhere(), loop, kernel, arguments);
    }

    @Override
    public Event forasync(Place place, Loop loop, Kernel kernel, Argument... arguments) {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(loop, "loop");
        Invocation what = Invocation.of(platform.machine(), kernel, loop, arguments);
        Placement placement = placement(place, what);
        SharedLoop shared;
        try {
            placement.sharers(what); // translates, which is not done under a lock
            shared = new SharedLoop(this, placement, what);
            opened();
        } catch (Throwable refused) {
            what.unlease();
            throw refused;
        }
        shared.start();
        attendWhenThereIsRoom(shared);
        return shared;
    }

    @Override
    public void cancel() {
        cancelPending();
        Abandonment.of(platform.machine().domains(), new Abandonment.Within(this));
    }

    /** Returns the placement of a kernel; leases its buffers. */
    private Placement placement(Place place, Invocation what) {
        Placement placement = new Placement(platform.machine().domains(), place);
        placement.candidates(what);
        requireOpen();
        what.lease();
        return placement;
    }
}
