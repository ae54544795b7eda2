package org.anabranch.scheduler.finish;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
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
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.KernelAction;
import org.anabranch.scheduler.kernel.Placement;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.VictimSearch;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/**
 * A scope that counts what is open in it.
 *
 * <p><b>Counting.</b> The thread that opened the scope counts in a plain field what it starts and
 * ends itself; everyone else adds to an atomic one, workers through a {@code Tally}. Only the
 * opener adds both up. A task is counted before it can be found, and uncounted after it has ended,
 * so the sum is never zero while something is open: a start by a thread is ordered before the end
 * of the task that this thread was running. The counts are sums modulo 2^32, of which only the
 * total matters.
 *
 * <p><b>Waiting.</b> The opener runs tasks within the scope until none is to be found, then says
 * that it waits, adds up once more, and parks. Who ends a task elsewhere uncounts it and then looks
 * for a waiting opener. The opener's own count is at rest while it waits, so the one who brings the
 * sum to zero wakes it.
 *
 * <p><b>Leaving.</b> A task may end without closing a scope that it opened. Nobody is the opener
 * then: all counting is atomic, the scope around holds one more, and whoever brings the sum to zero
 * closes the scope and tells the one around, failures included.
 */
public final class CountedFinish extends Scope implements Finish, ActionOwner {
    /** For when there is no memory left to say what was cancelled. */
    private static final ActionCancelledException CANCELLED =
            new ActionCancelledException("a task did not begin: its finish scope was cancelled");

    private static final VarHandle ELSEWHERE;
    private static final VarHandle CLOSED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ELSEWHERE = lookup.findVarHandle(CountedFinish.class, "elsewhere", int.class);
            CLOSED = lookup.findVarHandle(CountedFinish.class, "closed", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The program that opened a scope. */
    public interface Owner extends Program {
        /** A scope within no other is open. */
        void opened(CountedFinish scope);

        /** It is closed. */
        void closed(CountedFinish scope);

        /** A task waits for events. */
        void waits(Event task);

        /** It does so no more. */
        void waitsNoMore(Event task);
    }

    private final Machine machine;
    private final Owner platform;
    private final CountedFinish parent;

    /** Null once it is nobody's to close. */
    private Worker owner;

    private Thread opener;

    private final WorkerPool pool;
    private final int depth;

    /** How many tasks were running on the owner's stack; nobody has so few once this is left. */
    private int openedAt;

    /** Started minus ended by the opener itself. */
    private int here;

    /** Started minus ended by all others; accessed through the handle. */
    @SuppressWarnings("unused")
    private volatile int elsewhere;

    /** Number of cancellations in the pool when this scope was last known not to be cancelled. */
    private int calmSince;

    private volatile boolean waiting;
    private volatile boolean abandoned;
    private volatile boolean cancelled;

    /** Whether its program has ended. */
    private volatile boolean ended;

    /**
     * Written with release order: whoever may start tasks is ordered before close by being counted.
     */
    private volatile boolean closed;

    private volatile Failures failures;

    /** Nanoseconds that a kernel may run; 0 for the limit of the scope around this. */
    private long timeLimit;

    public CountedFinish(Machine machine, Owner platform) {
        Thread thread = Thread.currentThread();
        WorkerPool workers = machine.pool();
        Worker worker = workers.workerOf(thread);
        this.machine = machine;
        this.platform = platform;
        this.pool = workers;
        this.owner = worker;
        this.opener = thread;
        CountedFinish around = worker == null ? null : (CountedFinish) worker.scope;
        this.parent = around;
        if (worker != null) {
            this.openedAt = worker.depth;
            worker.scope = this;
        }
        if (around == null) {
            this.depth = 0;
            this.calmSince = workers.cancellations;
            platform.opened(this);
        } else {
            this.depth = around.depth + 1;
            this.calmSince = around.calmSince;
        }
    }

    /** Before anything is started in it. */
    public CountedFinish with(FinishOptions options) {
        timeLimit = options.timeLimit().map(Wait::nanos).orElse(0L);
        return this;
    }

    @Override
    public void abandonUpTo(Scope outer) {
        for (CountedFinish left = this; left != outer && left != null; left = left.parent) {
            left.openedAt = Integer.MIN_VALUE;
            left.abandon();
        }
    }

    /** This is closed before those within it are. */
    private void abandonWithin(CountedFinish innermost) {
        for (CountedFinish left = innermost; left != this; left = left.parent) {
            left.abandon();
        }
    }

    private void abandon() {
        if (closed || abandoned) {
            return;
        }
        if (parent != null) {
            parent.count(1);
        }
        int mine = here;
        here = 0;
        owner = null;
        opener = null;
        add(mine);
        abandoned = true;
        waiting = true;
        if (elsewhere == 0) {
            endAbandoned();
        }
    }

    /** All has ended in a scope that its opener left. */
    private void endAbandoned() {
        if (!CLOSED.compareAndSet(this, false, true)) {
            return;
        }
        AnabranchException failure = null;
        try {
            failure = failures == null ? null : failures.thrown();
        } catch (OutOfMemoryError full) {
            failure = ForeignCode.NO_MEMORY;
        }
        if (parent != null) {
            parent.endedAnywhere(failure);
        } else {
            platform.closed(this);
            if (failure != null) {
                ForeignCode.warn("in a finish scope that nobody closed", failure);
            }
        }
    }

    /** Its program ends: it takes no more, and what has not begun does not begin. */
    public void end() {
        ended = true;
        cancelPending();
    }

    boolean isEnded() {
        return ended;
    }

    @Override
    public boolean contains(Scope scope) {
        CountedFinish other = (CountedFinish) scope;
        while (other != null && other.depth > depth) {
            other = other.parent;
        }
        return other == this;
    }

    void requireOpen() {
        if (closed || ended) {
            throw new ClosedException(
                    ended
                            ? "the platform of " + platform.owner() + " is closed"
                            : "the finish scope is closed: start tasks before close returns");
        }
    }

    WorkerPool pool() {
        return pool;
    }

    Domain host() {
        return platform.view(machine.domains().host);
    }

    /** A task starts that may end anywhere; called before it can be found. */
    Worker opened() {
        requireOpen();
        Worker worker = pool.current();
        if (Thread.currentThread() == opener) {
            here++;
        } else {
            count(1);
        }
        return worker;
    }

    /** A task starts that only a worker ends, after it has come by it from this one's deque. */
    private Worker openedForWorkers() {
        requireOpen();
        Thread thread = Thread.currentThread();
        if (thread == opener) {
            here++;
            return owner;
        }
        Worker worker = pool.workerOf(thread);
        if (worker != null && worker.scope == this) {
            worker.tally.add(this, 1);
        } else {
            count(1);
        }
        return worker;
    }

    /** Adds to what others than the opener count. */
    @Override
    public void count(int number) {
        int left = add(number);
        if (waiting && left + here == 0) {
            if (abandoned) {
                endAbandoned();
            } else {
                pool.unpark(opener);
            }
        }
    }

    private int add(int number) {
        while (true) {
            try {
                return (int) ELSEWHERE.getAndAdd(this, number) + number;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    @Override
    public void ended(Worker worker, AnabranchException failure) {
        if (failure != null) {
            record(failure);
        }
        if (worker == null) {
            endedAnywhere(null);
        } else if (worker == owner) {
            here--;
        } else {
            worker.tally.add(this, -1);
        }
    }

    /** Something has ended on whatever thread. */
    void endedAnywhere(AnabranchException failure) {
        if (failure != null) {
            record(failure);
        }
        if (Thread.currentThread() == opener) {
            here--;
        } else {
            count(-1);
        }
    }

    /** A failure that ends nothing by itself. */
    synchronized void record(AnabranchException failure) {
        if (failures == null) {
            try {
                failures = new Failures();
            } catch (Throwable full) {
                failures = Failures.NO_MEMORY;
            }
        }
        failures.add(failure);
    }

    @Override
    public void ended(Action action, AnabranchException failure) {
        endedAnywhere(failure);
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
    public long timeLimit() {
        CountedFinish scope = this;
        while (scope.timeLimit == 0 && scope.parent != null) {
            scope = scope.parent;
        }
        return scope.timeLimit;
    }

    @Override
    public Program program() {
        return platform;
    }

    @Override
    public void stolen() {
        platform.counts(machine.domains().host).stoleLocally();
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
            endedAnywhere(null); // nobody has it
            throw full;
        }
    }

    @Override
    public void asyncOrRun(Runnable body) {
        Objects.requireNonNull(body, "body");
        Worker worker = Thread.currentThread() == opener ? owner : pool.current();
        if (worker != null && worker.scope == this && worker.hasPlenty()) {
            requireOpen();
            AnabranchException failure = worker.runNow(body, this);
            if (failure != null) {
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
            endedAnywhere(null); // nobody has it
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

    /** A task waits for events: should the program end first, it is cancelled. */
    void waits(Event task) {
        platform.waits(task);
        if (ended) {
            boolean _ = task.cancel();
        }
        if (task.state() != Event.State.QUEUED) {
            platform.waitsNoMore(task);
        }
    }

    void waitsNoMore(Event task) {
        platform.waitsNoMore(task);
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
    public AnabranchException run(Runnable body) {
        if (isCancelled()) {
            return cancellation("a task");
        }
        Throwable thrown = ForeignCode.run(body);
        return thrown == null ? null : failureOf("a task of a finish scope", thrown);
    }

    /** What is told of something in this scope that threw: if it was cancelled within, that. */
    AnabranchException failureOf(String what, Throwable thrown) {
        return thrown instanceof ActionCancelledException within && isCancelled()
                ? within
                : Outcome.failureOf(what, thrown);
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
        task.startAfterEvents(opened());
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
        Invocation what = Invocation.of(machine, kernel, null, arguments);
        Placement placement = placement(place, what);
        KernelAction action;
        try {
            action = new KernelAction(this, null, placement, what);
            opened();
        } catch (Throwable refused) {
            what.unlease();
            throw refused;
        }
        action.start();
        return action;
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
        Invocation what = Invocation.of(machine, kernel, loop, arguments);
        Placement placement = placement(place, what);
        SharedLoop shared;
        try {
            shared = new SharedLoop(this, placement, what);
            opened();
        } catch (Throwable refused) {
            what.unlease();
            throw refused;
        }
        shared.start();
        return shared;
    }

    /** Where the kernel may run; leases its buffers. */
    private Placement placement(Place place, Invocation what) {
        Placement placement = new Placement(machine.domains(), place);
        placement.candidates(what.kernel());
        requireOpen();
        what.lease();
        return placement;
    }

    @Override
    public void cancel() {
        cancelPending();
        Abandonment.of(
                machine.domains(),
                action -> action.owner.scope() != null && contains(action.owner.scope()));
    }

    /** What has not begun does not begin. */
    private void cancelPending() {
        cancelled = true;
        pool.countCancellation();
    }

    /** Looks at the scopes around this one only if some scope was cancelled since the last look. */
    @Override
    public boolean isCancelled() {
        int now = pool.cancellations;
        return now != calmSince && isCancelled(now);
    }

    private boolean isCancelled(int now) {
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
        Worker worker = owner;
        if (worker == null
                || Thread.currentThread() != opener
                || worker.scope != this
                || worker.depth != openedAt) {
            closeUnusually();
            return;
        }
        if (here + elsewhere != 0 && (!worker.runNewest(this) || here + elsewhere != 0)) {
            runAll(worker);
        }
        worker.scope = parent;
        finishClosing();
    }

    private void runAll(Worker worker) {
        while (here + elsewhere != 0) {
            if (!worker.runNewest(this)) {
                awaitHelping();
            }
        }
    }

    private void closeUnusually() {
        if (closed && openedAt != Integer.MIN_VALUE) {
            return;
        }
        if (Thread.currentThread() != opener || owner != null && owner.depth != openedAt) {
            throw new IllegalStateException(
                    "a finish scope is closed by the thread and task that opened it, once");
        }
        if (owner == null) {
            awaitParked();
        } else {
            if (owner.scope != this && contains(owner.scope)) {
                abandonWithin((CountedFinish) owner.scope);
                owner.scope = this;
            }
            awaitHelping();
            if (owner.scope == this) {
                owner.scope = parent;
            }
        }
        finishClosing();
    }

    private void finishClosing() {
        CLOSED.setRelease(this, true);
        if (parent == null) {
            platform.closed(this);
        }
        if (failures != null) {
            throwFailures();
        }
    }

    private void throwFailures() {
        Failures thrown = failures;
        failures = null;
        throw thrown.thrown();
    }

    /** Tasks started and not ended; of the moment for the opener only. */
    public int open() {
        return here + elsewhere;
    }

    private boolean isQuiet() {
        return open() == 0;
    }

    /** None of the own tasks is of this scope: helps those who have them, or parks. */
    private void awaitHelping() {
        VictimSearch search = new VictimSearch(pool, owner, this);
        boolean interrupted = false;
        owner.deque.shareAll();
        while (!isQuiet()) {
            Task task = search.next();
            if (task != null) {
                owner.execute(task);
                search = new VictimSearch(pool, owner, this);
            } else if (search.goesOn()) {
                owner.tally.end();
                search.pause();
            } else {
                owner.tally.end();
                waiting = true;
                if (!isQuiet()) {
                    pool.block(owner, this, Long.MAX_VALUE);
                }
                waiting = false;
                search = new VictimSearch(pool, owner, this);
                interrupted |= cancelIfInterrupted();
            }
        }
        owner.tally.end();
        restore(interrupted);
    }

    /** The scope must be waited for all the same, but need not begin anything more. */
    private boolean cancelIfInterrupted() {
        boolean interrupted = Thread.interrupted();
        if (interrupted) {
            cancelPending();
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
        try {
            return new ActionCancelledException(
                    what + " did not begin: its finish scope was cancelled");
        } catch (OutOfMemoryError full) {
            return CANCELLED;
        }
    }
}
