package org.anabranch.scheduler;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.IndexBody;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Result;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A scope that counts what is open in it.
 *
 * <p><b>Counting.</b> The worker that opened the scope counts in a plain field what it starts and
 * ends itself; everyone else adds to an atomic one. Only the opener adds both up. A task is counted
 * before it can be found, and uncounted after it has ended, by one operation each, so the sum is
 * never zero while something is open: a start by a thread is ordered before the end of the task
 * that this thread was running.
 *
 * <p><b>Waiting.</b> The opener runs tasks within the scope until none is to be found, then says
 * that it waits, adds up once more, and parks. Who ends a task elsewhere uncounts it and then looks
 * for a waiting opener. The opener's own count is at rest while it waits, so the one who brings the
 * sum to zero wakes it.
 */
final class CountedFinish implements Finish, ActionOwner {
    private static final VarHandle ELSEWHERE;
    private static final VarHandle CLOSED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ELSEWHERE = lookup.findVarHandle(CountedFinish.class, "elsewhere", long.class);
            CLOSED = lookup.findVarHandle(CountedFinish.class, "closed", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final BundlePlatform platform;
    private final WorkerPool pool;
    private final CountedFinish parent;
    private final int depth;
    private final Worker owner;
    private final Thread opener;
    private final Task openedBy;

    /** Started minus ended by the owner itself. */
    private long here;

    /** Started minus ended by all others; accessed through the handle. */
    @SuppressWarnings("unused")
    private volatile long elsewhere;

    private volatile boolean waiting;
    private volatile boolean cancelled;

    /** Number of cancellations in the pool when this scope was last known not to be cancelled. */
    private int calmSince;

    /** Used by the opener only. */
    private boolean closing;

    /**
     * Written with release order: whoever may start tasks is ordered before close by being counted.
     */
    private volatile boolean closed;

    private volatile Failures failures;

    CountedFinish(BundlePlatform platform) {
        this.platform = platform;
        this.pool = platform.engine.pool;
        this.owner = Worker.current(pool);
        this.opener = Thread.currentThread();
        this.parent = owner == null ? null : owner.scope;
        this.openedBy = owner == null ? null : owner.running;
        this.depth = parent == null ? 0 : parent.depth + 1;
        if (owner != null) {
            owner.scope = this;
        }
        if (parent == null) {
            platform.opened(this);
        }
    }

    /** Whether the scope is this one or opened, at whatever depth, by a task of this one. */
    boolean contains(CountedFinish scope) {
        CountedFinish other = scope;
        while (other != null && other.depth > depth) {
            other = other.parent;
        }
        return other == this;
    }

    void requireOpen() {
        if (closed) {
            throw new ClosedException(
                    "the finish scope is closed: start tasks before close returns");
        }
    }

    /** A task starts; called before it can be found. */
    Worker opened() {
        requireOpen();
        Worker worker = Worker.current(pool);
        if (worker == owner && worker != null) {
            here++;
        } else {
            ELSEWHERE.getAndAdd(this, 1L);
        }
        return worker;
    }

    /** A task has ended, on this worker or (null) on some other thread. */
    void ended(Worker worker, AnabranchException failure) {
        if (failure != null) {
            record(failure);
        }
        if (worker == owner && worker != null) {
            here--;
            return;
        }
        long left = (long) ELSEWHERE.getAndAdd(this, -1L) - 1;
        if (waiting && left + here == 0) {
            pool.timeline.unpark(opener);
        }
    }

    /** A failure that ends nothing by itself. */
    synchronized void record(AnabranchException failure) {
        if (failures == null) {
            failures = new Failures();
        }
        failures.add(failure);
    }

    @Override
    public void ended(Action action, AnabranchException failure) {
        ended(Worker.current(pool), failure);
    }

    @Override
    public void inheritInto(Action action) {
        if (isCancelled()) {
            action.inherit(cancellation(action.describe()));
        }
    }

    @Override
    public boolean travels() {
        return true;
    }

    @Override
    public BundlePlatform platform() {
        return platform;
    }

    @Override
    public String describe(Action action) {
        return " (in a finish scope of " + platform.owner() + ")";
    }

    @Override
    public void async(Runnable body) {
        start(new BodyTask(this, body));
    }

    private void start(Task task) {
        Worker worker = opened();
        if (worker != null) {
            worker.push(task);
        } else {
            pool.submit(task);
        }
    }

    @Override
    public Event async(List<Event> after, Runnable body) {
        ResultTask<Void> task =
                new ResultTask<>(
                        this,
                        after,
                        () -> {
                            body.run();
                            return null;
                        });
        opened();
        task.startAfterEvents();
        return task.result();
    }

    @Override
    public <T> Result<T> call(Callable<T> body) {
        ResultTask<T> task = new ResultTask<>(this, List.of(), body);
        start(task);
        return task.result();
    }

    @Override
    public Event async(Kernel kernel, Argument... arguments) {
        return async(Place.anywhere(), kernel, arguments);
    }

    @Override
    public Event async(Place place, Kernel kernel, Argument... arguments) {
        return platform.launch(this, place, kernel, arguments);
    }

    @Override
    public void forasync(Loop loop, IndexBody body) {
        start(loop, LoopTask.leaf(loop, body));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Two body) {
        start(loop, LoopTask.leaf(loop, body));
    }

    @Override
    public void forasync(Loop loop, IndexBody.Three body) {
        start(loop, LoopTask.leaf(loop, body));
    }

    private void start(Loop loop, LoopTask.Leaf leaf) {
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
        return platform.launch(this, place, loop, kernel, arguments);
    }

    @Override
    public void cancel() {
        cancelled = true;
        pool.cancellations.incrementAndGet();
    }

    /** Looks at the scopes around this one only if some scope was cancelled since the last look. */
    @Override
    public boolean isCancelled() {
        int now = pool.cancellations.get();
        if (now == calmSince) {
            return false;
        }
        for (CountedFinish scope = this; scope != null; scope = scope.parent) {
            if (scope.cancelled) {
                return true;
            }
        }
        calmSince = now;
        return false;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (Thread.currentThread() != opener
                || closing
                || owner != null && owner.running != openedBy) {
            throw new IllegalStateException(
                    "a finish scope is closed by the thread and task that opened it, once");
        }
        closing = true;
        if (owner != null) {
            awaitHelping();
            owner.scope = parent;
        } else {
            awaitParked();
        }
        CLOSED.setRelease(this, true);
        if (parent == null) {
            platform.closed(this);
        }
        if (failures != null) {
            throw failures.thrown();
        }
    }

    private boolean isQuiet() {
        return here + elsewhere == 0;
    }

    private void awaitHelping() {
        int misses = 0;
        boolean interrupted = false;
        while (!isQuiet()) {
            Task task = owner.nextWithin(this);
            if (task != null) {
                owner.execute(task);
                misses = 0;
            } else if (++misses < 64) {
                Thread.onSpinWait();
            } else {
                waiting = true;
                if (!isQuiet()) {
                    pool.block(owner, this, Long.MAX_VALUE);
                }
                waiting = false;
                misses = 0;
                interrupted |= cancelIfInterrupted();
            }
        }
        restore(interrupted);
    }

    /** The scope must be waited for all the same, but need not begin anything more. */
    private boolean cancelIfInterrupted() {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            cancel();
        }
        return interrupted;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitParked() {
        boolean interrupted = false;
        waiting = true;
        while (!isQuiet()) {
            pool.timeline.park(this, Long.MAX_VALUE);
            interrupted |= cancelIfInterrupted();
        }
        waiting = false;
        restore(interrupted);
    }

    /** The failure of a task that did not begin because the scope was cancelled. */
    ActionCancelledException cancellation(String what) {
        return new ActionCancelledException(
                what + " did not begin: its finish scope was cancelled");
    }
}
