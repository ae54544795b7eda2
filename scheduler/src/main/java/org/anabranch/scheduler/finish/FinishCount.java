package org.anabranch.scheduler.finish;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.event.Failures;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;
import org.anabranch.scheduler.pool.StackReserve;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerCounts;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The number of open tasks of a scope, and the failures of the ended ones.
 *
 * <p>The thread that opened the scope counts its own starts and ends in a plain field; other
 * threads add to an atomic one, workers through a {@code Tally}. Only the opener adds both up. A
 * task is counted before it can be found, and uncounted after it has ended, so the sum is never
 * zero while a task is open: a start by a thread is ordered before the end of the task that this
 * thread was running. The counts are sums modulo 2^32, of which only the total matters.
 */
abstract class FinishCount extends Scope {
    private static final VarHandle ELSEWHERE =
            Handles.of(MethodHandles.lookup(), "elsewhere", int.class);
    private static final VarHandle NUMBER = Handles.of(MethodHandles.lookup(), "number", int.class);

    /** Here, since the first failure may have no memory to initialize the class. */
    private static final Failures NOT_KEPT = Failures.NO_MEMORY;

    static {
        FinishCount none = null;
        Handles.linkCalls(() -> NUMBER.compareAndSet(none, 0, 0));
        Handles.linkReads(() -> (int) ELSEWHERE.getAndAdd(none, 0));
    }

    /** Null once it has no owner to close it. */
    Worker owner;

    Thread opener;

    final WorkerPool pool;

    /**
     * The number of tasks that were running on the owner's stack; a value that no stack has once
     * this is left.
     */
    int openedAt;

    /** Started minus ended by the opener itself. */
    int here;

    /** Started minus ended by all others; accessed through the handle. */
    volatile int elsewhere;

    /** True if the opener is parked, or gone: the thread that ends the last task must notify it. */
    volatile boolean waiting;

    volatile boolean abandoned;
    volatile Failures failures;

    /** In the log, or 0. */
    private volatile int number;

    /** Opened by the calling thread, which is this worker, or by no worker if that is null. */
    FinishCount(WorkerPool pool, Worker opener) {
        this.pool = pool;
        this.opener = Thread.currentThread();
        this.owner = opener;
    }

    @Override
    public final int scopeNumber() {
        if (number == 0) {
            boolean _ = NUMBER.compareAndSet(this, 0, pool.log.scopeNumber());
        }
        return number;
    }

    /** Throws if it takes no more tasks. */
    abstract void requireOpen();

    /** All has ended in a scope that its opener left. */
    abstract void endAbandoned();

    /** A task starts that may end anywhere; called before it can be found. */
    final Worker opened() {
        requireOpen();
        Worker worker = pool.current();
        if (worker == null) {
            StackReserve.requireForTask();
        }
        if (Thread.currentThread() == opener) {
            here++;
        } else {
            count(1);
        }
        return worker;
    }

    /** A task starts that only a worker ends, after it has come by it from this one's deque. */
    final Worker openedForWorkers() {
        requireOpen();
        Thread thread = Thread.currentThread();
        if (thread == opener && owner != null) {
            here++;
            return owner;
        }
        Worker worker = pool.workerOf(thread);
        if (worker == null) {
            StackReserve.requireForTask();
        }
        if (thread == opener) {
            here++;
        } else if (worker != null && worker.scope == this) {
            worker.tally.add(this, 1);
        } else {
            count(1);
        }
        return worker;
    }

    /** Adds to what others than the opener count. */
    @Override
    public final void count(int number) {
        int left = add(number);
        if (waiting && left + here == 0) {
            if (abandoned) {
                endAbandoned();
            } else {
                pool.unpark(opener);
            }
        }
    }

    final int add(int number) {
        while (true) {
            try {
                return (int) ELSEWHERE.getAndAdd(this, number) + number;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    @Override
    public final void ended(WorkerCounts worker, AnabranchException failure) {
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

    /** Records the end of a task on any thread. */
    final void endedAnywhere(AnabranchException failure) {
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
    final synchronized void record(AnabranchException failure) {
        if (failures == null) {
            try {
                failures = new Failures();
            } catch (Throwable full) {
                failures = NOT_KEPT;
            }
        }
        failures.add(failure);
    }

    /** Tasks started and not ended; of the moment for the opener only. */
    public final int open() {
        return here + elsewhere;
    }
}
