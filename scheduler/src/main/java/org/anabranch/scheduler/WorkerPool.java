package org.anabranch.scheduler;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Timeline;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The workers of the host.
 *
 * <p><b>Who runs.</b> There are as many workers proper as processors, each a platform thread. A
 * worker looks in its own deque (newest first), in the queues of masks that it belongs to, in the
 * common queue, then steals (oldest first, victims in random order), and at last asks the other
 * sources. Finding nothing it sleeps.
 *
 * <p><b>Waiting.</b> A worker that waits for a scope runs tasks within that scope only: a task of
 * another scope could wait for something beneath it on the same stack. When there is none, the
 * worker gives its right to run back, and a spare takes it over: a virtual thread with a deque of
 * its own, which may itself wait in the same way, then costing no thread but a parked continuation.
 * So at most as many workers run as there are processors, but for the moment in which one whose
 * wait has ended overlaps with the spare that took its place; spares retire between two tasks when
 * there are too many, or nothing is to be found.
 *
 * <p><b>Waking.</b> Whoever adds work reads whether someone sleeps, after a full fence; whoever is
 * about to sleep says so, after which it looks once more. So no work waits for a sleeping worker.
 * One is woken at a time; it wakes the next when it finds more work.
 */
final class WorkerPool {
    private static final long POLL_NANOS = 200_000;

    final Timeline timeline;
    final int parallelism;

    private final Worker[] workers;
    private volatile Worker[] victims;
    private final ConcurrentLinkedQueue<Task> common = new ConcurrentLinkedQueue<>();
    private final CopyOnWriteArrayList<MaskedQueue> masked = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<WorkSource> sources = new CopyOnWriteArrayList<>();
    private final Sleepers sleepers;

    /**
     * Active or sleeping workers for each processor; zero where the worker is blocked and nobody
     * stands in.
     */
    private final AtomicIntegerArray present;

    /** Scopes cancelled so far. */
    final AtomicInteger cancellations = new AtomicInteger();

    private final LongAdder retiredSteals = new LongAdder();
    private final CountDownLatch ended;
    private volatile boolean stopped;

    /** Tasks for some processors only. */
    private record MaskedQueue(ProcessorMask mask, ConcurrentLinkedQueue<Task> tasks) {}

    WorkerPool(int parallelism, Timeline timeline) {
        this.parallelism = parallelism;
        this.timeline = timeline;
        this.workers = new Worker[parallelism];
        this.sleepers = new Sleepers(timeline);
        this.present = new AtomicIntegerArray(parallelism);
        this.ended = new CountDownLatch(parallelism);
        for (int slot = 0; slot < parallelism; slot++) {
            workers[slot] = new Worker(this, slot, false);
        }
        this.victims = workers.clone();
    }

    void start() {
        sleepers.active.set(parallelism);
        for (Worker worker : workers) {
            present.set(worker.slot, 1);
            Runnable body =
                    () -> {
                        work(worker);
                        ended.countDown();
                    };
            new WorkerThread(worker, "anabranch-worker-" + worker.slot, body).start();
        }
    }

    /**
     * Ends the workers once they have run what they are running, and waits for that for some
     * seconds.
     */
    void stop() {
        stopped = true;
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

    /** Adds a place to look for work when the host has none of its own. */
    void lookIn(WorkSource source) {
        sources.add(source);
    }

    /** Starts a task on any worker. */
    void submit(Task task) {
        common.add(task);
        signal();
    }

    /** Starts a task on a worker of the mask. */
    void submit(ProcessorMask mask, Task task) {
        queue(mask).tasks.add(task);
        if (!sleepers.wakeOne(mask)) {
            for (int slot : mask.processors()) {
                if (present.get(slot) == 0) {
                    startSpare(slot);
                    return;
                }
            }
        }
    }

    private MaskedQueue queue(ProcessorMask mask) {
        for (MaskedQueue queue : masked) {
            if (queue.mask.equals(mask)) {
                return queue;
            }
        }
        synchronized (masked) {
            return masked.stream()
                    .filter(queue -> queue.mask.equals(mask))
                    .findFirst()
                    .orElseGet(
                            () -> {
                                MaskedQueue queue =
                                        new MaskedQueue(mask, new ConcurrentLinkedQueue<>());
                                masked.add(queue);
                                return queue;
                            });
        }
    }

    /** Work was added, after a full fence: see that somebody comes for it. */
    void signal() {
        if (sleepers.any()) {
            sleepers.wakeOne();
        } else if (sleepers.active.get() < parallelism) {
            int free = 0;
            while (free < parallelism - 1 && present.get(free) > 0) {
                free++;
            }
            startSpare(free);
        }
    }

    private void startSpare(int slot) {
        if (stopped) {
            return;
        }
        Worker spare = new Worker(this, slot, true);
        sleepers.active.incrementAndGet();
        present.incrementAndGet(slot);
        addVictim(spare);
        Thread.ofVirtual()
                .name("anabranch-spare")
                .inheritInheritableThreadLocals(false)
                .start(() -> work(spare));
    }

    private void work(Worker worker) {
        worker.adopt();
        timeline.enter(worker.slot);
        try {
            while (worker.spare ? isNeeded(worker) : !stopped) {
                Task task = worker.next();
                if (task != null) {
                    signalIfMore();
                    worker.execute(task);
                } else if (worker.spare) {
                    break;
                } else {
                    sleep(worker);
                }
            }
        } finally {
            retire(worker);
            timeline.exit(worker.slot);
        }
    }

    /**
     * A spare goes on while its deque has tasks, while there are not too many, and while a mask
     * depends on it.
     */
    private boolean isNeeded(Worker spare) {
        return spare.deque.size() > 0
                || !stopped
                        && (sleepers.active.get() <= parallelism
                                || present.get(spare.slot) == 1 && hasMasked(spare.slot));
    }

    private void retire(Worker worker) {
        sleepers.active.decrementAndGet();
        present.decrementAndGet(worker.slot);
        if (worker.spare) {
            removeVictim(worker);
            retiredSteals.add(worker.steals);
            signalIfMore();
        }
    }

    private void sleep(Worker worker) {
        sleepers.enter(worker);
        if (stopped || hasWork() || hasMasked(worker.slot)) {
            sleepers.leave(worker);
        } else {
            sleepers.sleep(
                    worker, () -> stopped ? 0 : needsPolling() ? POLL_NANOS : Long.MAX_VALUE);
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
        if ((sleepers.any() || sleepers.active.get() < parallelism) && hasWork()) {
            signal();
        }
    }

    /** Whether a task for any worker is to be had somewhere on the host. */
    private boolean hasWork() {
        if (!common.isEmpty()) {
            return true;
        }
        for (Worker victim : victims) {
            if (victim.deque.size() > 0) {
                return true;
            }
        }
        return false;
    }

    private boolean hasMasked(int slot) {
        for (MaskedQueue queue : masked) {
            if (queue.mask.contains(slot) && !queue.tasks.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Work from anywhere but the worker's own deque. */
    Task find(Worker worker) {
        for (MaskedQueue queue : masked) {
            Task task = queue.mask.contains(worker.slot) ? queue.tasks.poll() : null;
            if (task != null) {
                return task;
            }
        }
        Task task = common.poll();
        if (task == null) {
            task = stealWithin(worker, null);
        }
        for (int i = 0; task == null && i < sources.size(); i++) {
            task = sources.get(i).take(worker);
        }
        return task;
    }

    /** Steals a task within a scope, or any if the scope is null. */
    Task stealWithin(Worker thief, CountedFinish scope) {
        Worker[] all = victims;
        int start = thief.random(all.length);
        for (int i = 0; i < all.length; i++) {
            Worker victim = all[(start + i) % all.length];
            timeline.charge(Timeline.Charge.PROBE, 1);
            while (victim != thief && victim.deque.size() > 0) {
                Task task = victim.deque.steal(scope);
                if (task != null) {
                    thief.countSteal();
                    return task;
                }
                if (scope != null) {
                    break;
                }
            }
        }
        return null;
    }

    /**
     * Parks the calling worker until something unparks it; meanwhile another may run in its place.
     */
    void block(Worker worker, Object awaited, long nanos) {
        Object before = worker.waitingFor;
        worker.waitingFor = awaited;
        sleepers.active.decrementAndGet();
        present.decrementAndGet(worker.slot);
        try {
            if (hasMasked(worker.slot)) {
                startSpare(worker.slot);
            } else {
                signalIfMore();
            }
            timeline.park(awaited, nanos);
        } finally {
            present.incrementAndGet(worker.slot);
            sleepers.active.incrementAndGet();
            worker.waitingFor = before;
        }
    }

    private synchronized void addVictim(Worker worker) {
        Worker[] more = Arrays.copyOf(victims, victims.length + 1);
        more[victims.length] = worker;
        victims = more;
    }

    private synchronized void removeVictim(Worker worker) {
        victims = Arrays.stream(victims).filter(other -> other != worker).toArray(Worker[]::new);
    }

    /** The workers there are now, spares last. */
    List<Worker> snapshot() {
        return List.of(victims);
    }

    /** Tasks that workers took from each other. */
    long steals() {
        long steals = retiredSteals.sum();
        for (Worker worker : victims) {
            steals += worker.steals;
        }
        return steals;
    }

    /** Tasks not begun, roughly. */
    long backlog() {
        long queued = common.size();
        for (Worker worker : victims) {
            queued += worker.deque.size();
        }
        return queued;
    }
}
