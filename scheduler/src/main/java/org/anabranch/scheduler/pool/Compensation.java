package org.anabranch.scheduler.pool;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Timeline;

/**
 * The control of parallelism: keeps the target number of workers running, wakes sleeping workers,
 * and starts compensation threads in the place of waiting ones.
 *
 * <p><b>Waiting.</b> A worker that waits for a scope runs tasks within that scope only: a task of
 * another scope could wait for a task beneath it on the same stack. When there is none, the worker
 * gives its right to run back, and a compensation thread takes it over: a thread with a deque of
 * its own, which may itself wait in the same way; see {@link CompensationThreads}. So at most the
 * target number of workers run, except while one whose wait has ended overlaps with its
 * compensation thread, or an excess one has still to end. Compensation threads retire between two
 * tasks when there are too many, or they find no work. They also run tasks for processors, by a
 * mask, that have no worker any more.
 *
 * <p><b>Waking.</b> A thread that submits or opens work checks for sleepers, after a full fence; a
 * worker that is about to sleep announces that, and then searches once more. A worker's own push
 * has no fence: it only checks for requests of thieves. The first thief to ask therefore naps for a
 * while and searches again before it sleeps for long, when such a push has arrived. So no work
 * waits for a sleeping worker. One is woken at a time; it wakes the next when it finds more work.
 */
public abstract class Compensation extends WorkSearch {
    /** No literal: that takes memory where it is first used. */
    private static final String LEFT = "a worker has not forgotten all".intern();

    /** For what is done after a while. */
    public final DelayedActions alarms = new DelayedActions();

    /** Notified when work begins after idleness. */
    public final ActivityWatch watch = new ActivityWatch(alarms::after);

    private final ShareWatch shares = new ShareWatch(this);

    private final Sleepers sleepers;

    private final CompensationThreads threads = new CompensationThreads(alarms);

    /** Spares beyond which no more workers may block. */
    private volatile int mostSpares = Integer.MAX_VALUE;

    private final Attendance present;

    /**
     * True if there was no memory for a compensation thread, or no stack: waiting workers check
     * again soon.
     */
    private volatile boolean shortOfSpares;

    Compensation(Timeline timeline, int parallelism) {
        super(timeline, parallelism);
        int most = Math.max(parallelism, PoolTuning.MOST_WORKERS);
        this.sleepers = new Sleepers(this, most);
        this.present = new Attendance(most);
        this.shortOfSpares = !StackReserve.isEnough(); // loaded here, since signals throw nothing
        haveWorkers(parallelism);
    }

    @Override
    public final int parallelism() {
        return present.parallelism();
    }

    /** So many are to run from now on. */
    final void haveWorkers(int count) {
        present.expect(count);
        waiting.share(count);
        threads.standInFor(count);
    }

    @Override
    final void shares() {
        shares.begin();
    }

    /** The program has ended: where a worker still runs its code, another is to run instead. */
    public final void ends(Tenant tenant) {
        tenant.ended = true;
        shares.begin();
    }

    /** Runs the worker on the calling thread until it is not needed. */
    abstract void work(Worker worker);

    /** A worker is about to begin. */
    final void begins(int slot) {
        sleepers.active.incrementAndGet();
        present.comes(slot);
    }

    /** One that was to begin does not. */
    final void doesNotBegin(int slot) {
        present.goes(slot);
        sleepers.active.decrementAndGet();
    }

    /** There are to be fewer workers: it ends when its deque is empty. */
    final void dismiss(Worker worker) {
        worker.leaving = true;
        sleepers.wake(worker);
    }

    final void wakeAll() {
        sleepers.wakeAll();
    }

    /** Work for the processors of a mask was added. */
    final void signal(ProcessorMask mask) {
        if (sleepers.wakeOne(mask)) {
            return;
        }
        int free = present.free(mask);
        if (free >= 0) {
            startSpareOrWakeBlocked(free);
        }
    }

    /**
     * Signals added work, after a full fence: ensures that a worker comes for it. A worker that is
     * searching will find it, and then check for more.
     */
    @Override
    final void signal() {
        if (sleepers.any()) {
            if (isNobodySearching()) {
                sleepers.wakeOne();
            }
        } else if (sleepers.active.get() < parallelism()) {
            startSpareOrWakeBlocked(present.free());
        }
    }

    /**
     * Where none can be started by who comes from outside, one who is blocked goes on, finds that
     * there is work, and tries to start one itself: again and again, if need be.
     */
    private void startSpareOrWakeBlocked(int slot) {
        if (startSpare(slot) || Thread.currentThread() instanceof WorkerThread) {
            return;
        }
        for (Worker worker : victims()) {
            if (worker.waitingFor != null) {
                unpark(worker.thread());
                return;
            }
        }
        Worker blocked = spares.blocked();
        if (blocked != null) {
            unpark(blocked.thread());
        }
    }

    /**
     * Returns true if added work must be signalled, since not every processor has an active worker.
     */
    @Override
    final boolean needsHands() {
        return sleepers.any() || sleepers.active.get() < parallelism();
    }

    /**
     * Starts a compensation thread if needed; does not throw. Returns true if it was started or is
     * not needed.
     */
    private boolean startSpare(int slot) {
        if (stopped) {
            return true;
        }
        if (!StackReserve.isEnough()) {
            shortOfSpares = true;
            return false;
        }
        begins(slot);
        watch.begins();
        Worker spare = null;
        try {
            spare = new Worker(this, slot, log.spareLane(), true);
            Worker started = spare;
            spares.add(spare);
            threads.start(() -> run(started));
        } catch (Throwable full) {
            left(spare);
            doesNotBegin(slot);
            shortOfSpares = true;
            return false;
        }
        timeline.started(slot);
        return true;
    }

    /**
     * Runs a compensation worker on the calling thread; a virtual thread has a turn from now on.
     */
    private void run(Worker spare) {
        if (simulated || !Thread.currentThread().isVirtual()) {
            work(spare);
            return;
        }
        RunPermit turn = threads.turns.begin();
        spare.turn = turn;
        try {
            work(spare);
        } finally {
            threads.turns.end(turn);
        }
    }

    /**
     * Sets how many workers may be blocked at a time.
     *
     * @param most at least 1
     */
    public final void limitBlocked(int most) {
        mostSpares = most;
    }

    /**
     * Sets which share of the workers a program gets at least while others have tasks.
     *
     * @param percent 1 to 100; 0 for an even share
     */
    public final void share(int percent) {
        waiting.queues.percent(percent);
    }

    @Override
    public final boolean isExhausted() {
        return spares.size() >= mostSpares;
    }

    final void stopSpares() {
        threads.stop();
    }

    @Override
    final void standAside(Worker worker) {
        long began = System.nanoTime();
        while (isAwaited(worker) && System.nanoTime() - began < PoolTuning.LONGEST_ASIDE_NANOS) {
            block(worker, Awaited.OTHERS, PoolTuning.NAP_NANOS);
        }
    }

    /**
     * Returns true while a compensation worker, or an excess one, must go on: while its deque has
     * tasks or a mask depends on it; a compensation worker also while there are not too many.
     */
    final boolean isNeeded(Worker worker) {
        return worker.hasFollowing()
                || worker.deque.size() > 0
                || !stopped
                        && (isNeededSpare(worker)
                                || present.isAlone(worker.slot) && waiting.hasMasked(worker.slot));
    }

    /**
     * Returns true if it is needed; one on a virtual thread ends immediately if another waits for
     * its turn.
     */
    private boolean isNeededSpare(Worker worker) {
        return worker.spare
                && sleepers.active.get() <= parallelism()
                && !(worker.turn != null && threads.turns.areAwaited());
    }

    final void retire(Worker worker) {
        try {
            worker.tally.end();
            worker.forgetIdle();
            worker.forgetContext();
        } catch (Throwable full) {
            ForeignCode.warn(LEFT, full);
        }
        sleepers.active.decrementAndGet();
        boolean alone = present.goes(worker.slot);
        if (worker.spare || worker.leaving) {
            left(worker);
            askAll();
            if (alone && waiting.hasMasked(worker.slot)) { // added while it seemed to be there
                startSpare(worker.slot);
            } else {
                signalIfMore();
            }
        }
    }

    final void sleep(Worker worker) {
        worker.forgetIdle();
        worker.forgetContext();
        sleepers.enter(worker);
        try {
            sleepEntered(worker);
        } catch (Throwable full) {
            sleepers.leave(worker); // who sleeps twice is woken once, and sleeps on
            throw full;
        }
        watch.begins();
    }

    private void sleepEntered(Worker worker) {
        if (askAll()) {
            worker.rested = false;
        }
        if (stopped || worker.leaving || hasWork() || waiting.hasMasked(worker.slot)) {
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
                                            ? PoolTuning.POLL_NANOS
                                            : nap ? PoolTuning.NAP_NANOS : Long.MAX_VALUE);
        }
    }

    /** Returns true if a worker is neither asleep nor blocked. */
    public final boolean isBusy() {
        return sleepers.active.get() > 0;
    }

    /**
     * Parks the calling worker until it is unparked, or for less, since the caller checks again;
     * meanwhile another may run in its place. The end of the wait is checked last: letting another
     * run may use up this thread's permit.
     */
    public final void block(Worker worker, Awaited awaited, long nanos) {
        leaveToOthers(worker, awaited);
        long since = WorkerLog.begins(log);
        Object before = worker.waitingFor;
        worker.waitingFor = awaited.subject();
        if (worker.spare) {
            spares.blocks(worker);
        }
        sleepers.active.decrementAndGet();
        present.goes(worker.slot);
        boolean nap = askAll() && !simulated;
        try {
            if (waiting.hasMasked(worker.slot)) {
                startSpare(worker.slot);
            } else {
                signalIfMore();
            }
            if (!awaited.isOver()) {
                boolean naps = nap || shortOfSpares;
                park(worker, awaited, naps ? Math.min(nanos, PoolTuning.NAP_NANOS) : nanos);
            }
            shortOfSpares = false;
        } finally {
            present.comes(worker.slot);
            sleepers.active.incrementAndGet();
            if (worker.spare) {
                spares.goesOn(worker);
            }
            watch.begins();
            worker.countWait();
            worker.waitingFor = before;
            WorkerLog.waited(log, worker.lane, since, awaited.subject());
        }
    }

    private void park(Worker worker, Awaited awaited, long nanos) {
        RunPermit turn = worker.turn;
        if (turn == null) {
            timeline.park(awaited.subject(), nanos);
            return;
        }
        threads.turns.giveBack(turn);
        try {
            if (!awaited.isOver()) { // the thread that ended it before did not know the turn
                timeline.park(turn, nanos);
            }
        } finally {
            threads.turns.takeBack(turn);
        }
    }

    /** The calling worker may be gone for long: what it has is for others. */
    private void leaveToOthers(Worker worker, Awaited awaited) {
        worker.shareFollowing();
        worker.deque.shareAll();
        worker.tally.end();
        worker.forgetIdle();
        if (worker.spare) {
            hide(worker, awaited);
        }
    }

    /** Any thread: a worker that runs does not come back soon; another may run in its place. */
    public final void standIn(Worker worker) {
        sleepers.active.decrementAndGet();
        present.goes(worker.slot);
        askAll();
        if (waiting.hasMasked(worker.slot)) {
            startSpare(worker.slot);
        } else {
            signalIfMore();
        }
    }

    /** Any thread: it has come back. */
    public final void comesBack(Worker worker) {
        present.comes(worker.slot);
        sleepers.active.incrementAndGet();
    }
}
