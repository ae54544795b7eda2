package org.anabranch.scheduler.pool;

import org.anabranch.api.ClosedException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.scheduler.count.PaddedCount;
import org.anabranch.spi.Timeline;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The workers of the host.
 *
 * <p><b>Who runs.</b> There are as many workers proper as processors, each a platform thread. A
 * worker looks in its own deque (newest first), in what waits for any worker or for those of a
 * mask, then steals (oldest first, victims in random order), and at last asks the other sources.
 * Finding nothing it sleeps.
 *
 * <p><b>Waiting.</b> A worker that waits for a scope runs tasks within that scope only: a task of
 * another scope could wait for something beneath it on the same stack. When there is none, the
 * worker gives its right to run back, and a spare takes it over: a virtual thread with a deque of
 * its own, which may itself wait in the same way, then costing no thread but a parked continuation.
 * So at most as many workers run as there are processors, but for the moment in which one whose
 * wait has ended overlaps with the spare that took its place; spares retire between two tasks when
 * there are too many, or nothing is to be found.
 *
 * <p><b>Waking.</b> Whoever submits or opens work reads whether someone sleeps, after a full fence;
 * whoever is about to sleep says so, after which it looks once more. A worker's own push has no
 * fence: it reads only whether somebody asked. Whoever was the first to ask therefore naps for a
 * while and looks again before it sleeps for long, when such a push has arrived. So no work waits
 * for a sleeping worker. One is woken at a time; it wakes the next when it finds more work.
 */
public final class WorkerPool extends Dispatcher {
    private static final long POLL_NANOS = 200_000;

    /** A push that a worker did not see before it slept it sees after so long. */
    private static final long NAP_NANOS = 1_000_000;

    /** A worker takes so many tasks of its own before it looks what waits in the queues. */
    private static final int LONGEST_STREAK = 256;

    /** And what waits there waits no longer for the end of the task that is run. */
    private static final long LONGEST_KEPT_NANOS = 1_000_000;

    /** A long task on top of another lets a spare take what waits for so long at most. */
    private static final long LONGEST_ASIDE_NANOS = 20_000_000;

    private static final int GATHER_SPINS = 50;

    /**
     * Set on the virtual threads that stand in for blocked workers; workers proper are {@link
     * WorkerThread}s.
     */
    private static final ThreadLocal<Worker> SPARE = new ThreadLocal<>();

    public final int parallelism;

    /** For what is done after a while. */
    public final Alarms alarms = new Alarms();

    private final Worker[] workers;
    private volatile Worker[] victims;
    private final WaitingTasks waiting;
    private final CopyOnWriteArrayList<WorkSource> sources = new CopyOnWriteArrayList<>();
    private final Sleepers sleepers;

    /**
     * Active or sleeping workers for each processor; zero where the worker is blocked and nobody
     * stands in.
     */
    private final AtomicIntegerArray present;

    /** Workers that look for work and have none. */
    private final PaddedCount searching = new PaddedCount(0);

    /** Scopes cancelled so far. */
    public volatile int cancellations;

    private final LongAdder retiredSteals = new LongAdder();
    private final CountDownLatch ended;
    private volatile boolean stopped;

    /** Whether there was no memory for a spare: who waits looks again soon. */
    private volatile boolean shortOfSpares;

    public WorkerPool(int parallelism, Timeline timeline) {
        super(timeline);
        this.parallelism = parallelism;
        this.workers = new Worker[parallelism];
        this.sleepers = new Sleepers(timeline, parallelism);
        this.waiting = new WaitingTasks(parallelism);
        this.present = new AtomicIntegerArray(parallelism);
        this.ended = new CountDownLatch(parallelism);
        for (int slot = 0; slot < parallelism; slot++) {
            workers[slot] = new Worker(this, slot, false);
        }
        this.victims = workers.clone();
    }

    public void start() {
        sleepers.active.set(parallelism);
        for (Worker worker : workers) {
            present.set(worker.slot, 1);
            Runnable body =
                    () -> {
                        work(worker);
                        workerEnded();
                    };
            new WorkerThread(worker, "anabranch-worker-" + worker.slot, body).start();
        }
    }

    /**
     * Ends the workers once they have run what there is, and waits for that for some seconds. What
     * comes later is refused.
     */
    public void stop() {
        stopped = true;
        alarms.stop();
        sleepers.wakeAll();
        try {
            if (!ended.await(5, TimeUnit.SECONDS)) {
                System.getLogger("org.anabranch.scheduler")
                        .log(
                                System.Logger.Level.WARNING,
                                "a worker is still busy: {0}",
                                describe());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void workerEnded() {
        ended.countDown();
        if (ended.getCount() == 0) {
            refuseAll();
        }
    }

    /** The last worker has ended: whatever comes is refused, so that nobody waits for it. */
    private void refuseAll() {
        ClosedException cause = new ClosedException("the platform has ended");
        for (Task task = waiting.poll(); task != null; task = waiting.poll()) {
            task.refuse(null, cause);
        }
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        for (Worker worker : workers) {
            text.append(worker.thread().getName())
                    .append(' ')
                    .append(Arrays.stream(worker.thread().getStackTrace()).limit(8).toList())
                    .append("; ");
        }
        return text.toString();
    }

    /** The worker that the calling thread is, in this pool, or null. */
    public Worker current() {
        return workerOf(Thread.currentThread());
    }

    /** The worker that the calling thread, which is given, is in this pool, or null. */
    public Worker workerOf(Thread thread) {
        Worker worker =
                thread instanceof WorkerThread own
                        ? own.worker
                        : thread.isVirtual() ? SPARE.get() : null;
        return worker != null && worker.pool == this ? worker : null;
    }

    /** Adds a place to look for work when the host has none of its own. */
    public void lookIn(WorkSource source) {
        sources.add(source);
    }

    public synchronized void countCancellation() {
        cancellations++;
    }

    /** Lets a thread that is parked go on, come what may. */
    public void unpark(Thread thread) {
        while (true) {
            try {
                timeline.unpark(thread);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** Starts a task on any worker. */
    @Override
    public void submit(Task task) {
        waiting.add(task);
        addedLate();
        signal();
    }

    private void addedLate() {
        if (stopped && ended.getCount() == 0) {
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
        if (!sleepers.wakeOne(mask)) {
            for (int slot : mask.processors()) {
                if (present.get(slot) == 0) {
                    startSpare(slot);
                    return;
                }
            }
        }
    }

    /**
     * Work was added, after a full fence: see that somebody comes for it. Who searches already will
     * find it, and then see whether there is more.
     */
    @Override
    void signal() {
        if (sleepers.any()) {
            if (searching.get() == 0) {
                sleepers.wakeOne();
            }
        } else if (sleepers.active.get() < parallelism) {
            int free = 0;
            while (free < parallelism - 1 && present.get(free) > 0) {
                free++;
            }
            startSpare(free);
        }
    }

    /** Whether work that is added must be told of, since not every processor has a worker awake. */
    @Override
    boolean needsHands() {
        return sleepers.any() || sleepers.active.get() < parallelism;
    }

    /**
     * Makes everybody tell of what is added, until nobody needs to be told. True if somebody had
     * not been asked, so that a push may be under way that is not seen yet.
     */
    private boolean askAll() {
        boolean first = false;
        for (Worker victim : victims) {
            first |= victim.deque.ask();
        }
        return first;
    }

    private void startSpare(int slot) {
        if (stopped) {
            return;
        }
        sleepers.active.incrementAndGet();
        present.incrementAndGet(slot);
        Worker spare = null;
        try {
            spare = new Worker(this, slot, true);
            Worker started = spare;
            addVictim(spare);
            Thread.ofVirtual()
                    .name("anabranch-spare")
                    .inheritInheritableThreadLocals(false)
                    .start(() -> work(started));
        } catch (OutOfMemoryError full) {
            removeVictim(spare);
            present.decrementAndGet(slot);
            sleepers.active.decrementAndGet();
            shortOfSpares = true;
        }
    }

    private void work(Worker worker) {
        worker.adopt();
        if (worker.spare) {
            SPARE.set(worker);
            ForeignCode.own();
        }
        timeline.enter(worker.slot);
        try {
            boolean goesOn = true;
            while (goesOn && (!worker.spare || isNeeded(worker))) {
                try {
                    goesOn = workOn(worker);
                } catch (Throwable broken) {
                    recover(broken);
                }
            }
        } finally {
            retire(worker);
            timeline.exit(worker.slot);
        }
    }

    /** Runs own tasks, then one of others; without any, sleeps, or returns false. */
    private boolean workOn(Worker worker) {
        boolean due = !runOwn(worker);
        worker.shareFollowing();
        worker.tally.end();
        worker.yields = false;
        Task task = due ? waiting.take(worker) : search(worker);
        if (task != null) {
            worker.rested = false;
            worker.execute(task);
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

    /** Runs tasks of the own deque; false if it is time to look what waits for any worker. */
    private boolean runOwn(Worker worker) {
        long seen = 0;
        for (int streak = 0; streak < LONGEST_STREAK; streak++) {
            if (!worker.runFollowing() && !worker.runOwn()) {
                return !worker.yields;
            }
            if (!simulated && waiting.hasUnmasked()) {
                long now = System.nanoTime();
                seen = seen == 0 ? now : seen;
                if (worker.yields || now - seen > LONGEST_KEPT_NANOS) {
                    return false;
                }
            }
        }
        return false;
    }

    @Override
    boolean isAwaited(Worker worker) {
        return waiting.hasUnmasked() || waiting.hasMasked(worker.slot);
    }

    @Override
    void standAside(Worker worker) {
        long began = System.nanoTime();
        while (isAwaited(worker) && System.nanoTime() - began < LONGEST_ASIDE_NANOS) {
            block(worker, "others to begin", NAP_NANOS);
        }
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

    /**
     * A spare goes on while its deque has tasks, while there are not too many, and while a mask
     * depends on it.
     */
    private boolean isNeeded(Worker spare) {
        return spare.hasFollowing()
                || spare.deque.size() > 0
                || !stopped
                        && (sleepers.active.get() <= parallelism
                                || present.get(spare.slot) == 1 && waiting.hasMasked(spare.slot));
    }

    private void retire(Worker worker) {
        worker.tally.end();
        worker.forgetIdle();
        sleepers.active.decrementAndGet();
        present.decrementAndGet(worker.slot);
        if (worker.spare) {
            removeVictim(worker);
            retiredSteals.add(worker.steals());
            askAll();
            signalIfMore();
        }
    }

    private Task search(Worker worker) {
        worker.rests();
        if (worker.fed) {
            worker.fed = false;
            gather();
        }
        VictimSearch search = new VictimSearch(this, worker, null);
        Task task = null;
        boolean last = false;
        searching.addAndGet(1);
        try {
            task = find(worker, search);
            while (task == null && search.goesOn() && !stopped) {
                search.pause();
                task = find(worker, search);
            }
        } finally {
            last = searching.addAndGet(-1) == 0;
        }
        if (last && task != null) {
            signalIfMore();
        }
        return task;
    }

    /**
     * Lets somebody who adds one task after the other get ahead for a microsecond: who comes for
     * each of them takes it from under his hands, and both wait for the cache line.
     */
    private void gather() {
        for (int i = 0; i < GATHER_SPINS && !simulated; i++) {
            Thread.onSpinWait();
        }
    }

    private void sleep(Worker worker) {
        worker.forgetIdle();
        sleepers.enter(worker);
        if (askAll()) {
            worker.rested = false;
        }
        if (stopped || hasWork() || waiting.hasMasked(worker.slot)) {
            sleepers.leave(worker);
        } else {
            boolean nap = !worker.rested && !simulated;
            worker.rested = true;
            sleepers.sleep(
                    worker,
                    () ->
                            stopped
                                    ? 0
                                    : needsPolling()
                                            ? POLL_NANOS
                                            : nap ? NAP_NANOS : Long.MAX_VALUE);
        }
    }

    private boolean needsPolling() {
        for (WorkSource source : sources) {
            if (source.needsPolling()) {
                return true;
            }
        }
        return false;
    }

    private void signalIfMore() {
        if (needsHands() && hasWork()) {
            signal();
        }
    }

    /** Whether a task for any worker is to be had somewhere on the host. */
    private boolean hasWork() {
        if (waiting.hasUnmasked()) {
            return true;
        }
        for (Worker victim : victims) {
            if (victim.deque.size() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Work from anywhere but the worker's own deque. */
    private Task find(Worker worker, VictimSearch search) {
        Task task = waiting.take(worker);
        if (task == null) {
            task = search.steal();
        }
        for (int i = 0; task == null && i < sources.size(); i++) {
            task = sources.get(i).take(worker);
        }
        return task;
    }

    /** Those whose deques there are, to be read only. */
    Worker[] victims() {
        return victims;
    }

    /**
     * Parks the calling worker until something unparks it, or for less, since whoever calls this
     * looks again; meanwhile another may run in its place.
     */
    public void block(Worker worker, Object awaited, long nanos) {
        leaveToOthers(worker);
        Object before = worker.waitingFor;
        worker.waitingFor = awaited;
        sleepers.active.decrementAndGet();
        present.decrementAndGet(worker.slot);
        boolean nap = askAll() && !simulated;
        try {
            if (waiting.hasMasked(worker.slot)) {
                startSpare(worker.slot);
            } else {
                signalIfMore();
            }
            timeline.park(awaited, nap || shortOfSpares ? Math.min(nanos, NAP_NANOS) : nanos);
            shortOfSpares = false;
        } finally {
            present.incrementAndGet(worker.slot);
            sleepers.active.incrementAndGet();
            worker.waitingFor = before;
        }
    }

    /** The calling worker may be gone for long: what it has is for others. */
    public void leaveToOthers(Worker worker) {
        worker.shareFollowing();
        worker.deque.shareAll();
        worker.tally.end();
        worker.forgetIdle();
    }

    /** Any thread: a worker that runs does not come back soon; another may run in its place. */
    public void standIn(Worker worker) {
        sleepers.active.decrementAndGet();
        present.decrementAndGet(worker.slot);
        askAll();
        if (waiting.hasMasked(worker.slot)) {
            startSpare(worker.slot);
        } else {
            signalIfMore();
        }
    }

    /** Any thread: it has come back. */
    public void comesBack(Worker worker) {
        present.incrementAndGet(worker.slot);
        sleepers.active.incrementAndGet();
    }

    private synchronized void addVictim(Worker worker) {
        Worker[] more = Arrays.copyOf(victims, victims.length + 1);
        more[victims.length] = worker;
        victims = more;
    }

    private synchronized void removeVictim(Worker worker) {
        int at = Arrays.asList(victims).indexOf(worker);
        if (at >= 0) {
            Worker[] fewer = Arrays.copyOf(victims, victims.length - 1);
            System.arraycopy(victims, at + 1, fewer, at, fewer.length - at);
            victims = fewer;
        }
    }

    /** The workers there are now, spares last. */
    public List<Worker> snapshot() {
        return List.of(victims);
    }

    /** Tasks that workers took from each other. */
    public long steals() {
        long steals = retiredSteals.sum();
        for (Worker worker : victims) {
            steals += worker.steals();
        }
        return steals;
    }
}
