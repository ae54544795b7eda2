package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.ClosedException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The workers of the host.
 *
 * <p><b>Who runs.</b> There are as many workers proper as processors, or as an operator says, each
 * a platform thread. A worker looks in its own deque (newest first), in what waits for any worker
 * or for those of a mask, then steals (oldest first, victims in random order), and at last asks the
 * other sources. Finding nothing it sleeps; see {@link Compensation}.
 */
public final class WorkerPool extends Compensation {
    /** Set on virtual threads that run spares; a {@link WorkerThread} knows its worker. */
    private static final ThreadLocal<Worker> SPARE = new ThreadLocal<>();

    /** Those that are to stay, by slot. */
    @GuardedBy("this")
    private final List<Worker> workers = new ArrayList<>();

    /** Scopes cancelled so far. */
    public volatile int cancellations;

    /** Workers proper that have not ended. */
    private final AtomicInteger living = new AtomicInteger();

    private final CountDownLatch ended = new CountDownLatch(1);

    public WorkerPool(int parallelism, Timeline timeline) {
        super(timeline, parallelism);
        for (int slot = 0; slot < parallelism; slot++) {
            workers.add(new Worker(this, slot, slot, false));
        }
        begin(workers.toArray(Worker[]::new));
    }

    public synchronized void start() {
        workers.forEach(
                worker -> {
                    begins(worker.slot);
                    living.incrementAndGet();
                });
        workers.forEach(worker -> thread(worker).start());
    }

    private Thread thread(Worker worker) {
        Runnable body =
                () -> {
                    work(worker);
                    workerEnded();
                };
        return new WorkerThread("anabranch-worker-" + worker.slot, body, worker.slot);
    }

    /**
     * Changes the number of workers. More begin immediately. If there are to be fewer, those of the
     * highest slots end when their stacks and deques are empty; their tasks are stolen meanwhile.
     *
     * @param count at least 1
     * @return the new number; less if there is no memory for more, the old one if the pool has
     *     ended
     */
    public synchronized int resize(int count) {
        boolean goesOn = !stopped;
        while (goesOn && workers.size() < count) {
            goesOn = add(workers.size());
        }
        if (goesOn && workers.size() > count) {
            haveWorkers(count);
            while (workers.size() > count) {
                dismiss(workers.removeLast());
            }
        }
        return workers.size();
    }

    @GuardedBy("this")
    private boolean add(int slot) {
        Worker worker = null;
        begins(slot);
        living.incrementAndGet();
        try {
            worker = new Worker(this, slot, slot, false);
            Thread thread = thread(worker);
            workers.add(worker);
            came(worker);
            thread.start();
            haveWorkers(slot + 1);
            return true;
        } catch (OutOfMemoryError full) { // or no more threads
            left(worker);
            workers.remove(worker);
            doesNotBegin(slot);
            living.decrementAndGet();
            return false;
        }
    }

    /**
     * Ends the workers once they have run what there is, and waits for that for some seconds. What
     * comes later is refused.
     */
    public void stop() {
        synchronized (this) {
            stopped = true;
        }
        alarms.stop();
        stopSpares();
        wakeAll();
        try {
            if (!ended.await(5, TimeUnit.SECONDS)) {
                ForeignCode.log(
                        System.Logger.Level.WARNING, "a worker is still busy: " + describe());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void workerEnded() {
        if (living.decrementAndGet() == 0) {
            ended.countDown();
            refuseAll();
        }
    }

    /**
     * Refuses all further tasks after the last worker has ended, so that no thread waits for them.
     */
    private void refuseAll() {
        ClosedException cause = new ClosedException("the platform has ended");
        for (Task task = waiting.poll(); task != null; task = waiting.poll()) {
            task.refuse(null, cause);
        }
    }

    /** The worker that the calling thread is, in this pool, or null. */
    public Worker current() {
        return workerOf(Thread.currentThread());
    }

    /** The worker that the calling thread, which is given, is in this pool, or null. */
    public Worker workerOf(Thread thread) {
        Worker worker = ofAnyPool(thread);
        return worker != null && worker.pool == this ? worker : null;
    }

    /** {@return the worker that the calling thread is, in whatever pool, or null} */
    static Worker ofCaller() {
        return ofAnyPool(Thread.currentThread());
    }

    private static Worker ofAnyPool(Thread thread) {
        return thread instanceof WorkerThread own
                ? own.worker
                : thread.isVirtual() ? SPARE.get() : null;
    }

    public synchronized void countCancellation() {
        cancellations++;
    }

    /** Starts a task on any worker. */
    @Override
    public void submit(Task task) {
        waiting.add(task);
        addedLate();
        signal();
    }

    private void addedLate() {
        if (stopped && living.get() == 0) {
            refuseAll();
        }
    }

    /**
     * Starts a task that has become ready: here if it is of a scope, or this worker runs none of a
     * scope either, else on any.
     */
    public void start(Task task) {
        Worker worker = current();
        if (worker == null) {
            submit(task);
        } else if (worker.scope == null) {
            worker.goOn(task);
        } else if (task.scope != null) {
            worker.push(task, task.scope);
        } else {
            submit(task);
        }
    }

    /** Starts a task on a worker of the mask. */
    public void submit(ProcessorMask mask, Task task) {
        waiting.add(mask, task);
        addedLate();
        signal(mask);
    }

    @Override
    void work(Worker worker) {
        worker.adopt();
        boolean goesOn = runs(worker);
        timeline.enter(worker.slot);
        try {
            while (goesOn && (!worker.spare && !worker.leaving || isNeeded(worker))) {
                try {
                    goesOn = workOn(worker);
                } catch (Throwable broken) {
                    recover(broken);
                }
            }
        } finally {
            retire(worker);
            timeline.exit(worker.slot);
            if (Thread.currentThread() instanceof WorkerThread own) {
                own.worker = null;
            }
        }
    }

    /** The calling thread runs it from now on; false if there is no memory to know that. */
    private static boolean runs(Worker worker) {
        if (Thread.currentThread() instanceof WorkerThread own) {
            own.worker = worker;
            return true;
        }
        try {
            SPARE.set(worker);
            ForeignCode.own();
            return true;
        } catch (OutOfMemoryError full) {
            return false; // another one comes for the work
        }
    }

    /** Runs own tasks, then one of others; without any, sleeps, or returns false. */
    private boolean workOn(Worker worker) {
        boolean due = !runOwn(worker);
        worker.shareFollowing();
        worker.tally.end();
        worker.yields = false;
        Task task = due ? takeBeforeOwn(worker) : searchIdle(worker);
        if (task != null) {
            worker.rested = false;
            worker.lookWhatToTell(); // no search, which looks, came before a task that was due
            execute(worker, task);
        } else if (due) {
            return true;
        } else if (worker.spare) {
            if (worker.rested || simulated) {
                return false;
            }
            worker.rested = true;
        } else if (stopped) {
            return false;
        } else {
            sleep(worker);
        }
        return true;
    }

    /** Searches; previous work, and what it finds, are logged as work without a pause. */
    private Task searchIdle(Worker worker) {
        worker.tellsRest();
        worker.turns.passesNone();
        Task task = search(worker);
        if (task != null) {
            worker.beginsRun();
        }
        return task;
    }

    /** Runs tasks of the own deque; false if it is time to look what waits for any worker. */
    private boolean runOwn(Worker worker) {
        long seen = 0;
        for (int streak = 0; streak < PoolTuning.LONGEST_STREAK; streak++) {
            if (!simulated && waiting.queues.isOfInterest()) {
                long now = System.nanoTime();
                seen = seen == 0 ? now : seen;
                if (streak > 0 && !worker.hasAwaited()) {
                    worker.turns.passesNone(); // of its own tasks, which are not awaited, one ran
                }
                if (worker.yields
                        || now - seen > PoolTuning.LONGEST_KEPT_NANOS
                        || goBeforeOwn(worker, now)) {
                    return false;
                }
            }
            if (!worker.runFollowing() && !worker.runOwn()) {
                return !worker.yields;
            }
        }
        return false;
    }

    /** No task throws; but there may be no memory to look for one. */
    private void recover(Throwable broken) {
        try {
            ForeignCode.warn("a worker goes on after an error", broken);
        } catch (Throwable full) {
            return; // there is no memory for that either
        }
        ForeignCode.pause();
    }
}
