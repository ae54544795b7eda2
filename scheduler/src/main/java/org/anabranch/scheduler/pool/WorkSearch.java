package org.anabranch.scheduler.pool;

import org.anabranch.scheduler.count.PaddedCount;
import org.anabranch.spi.Timeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * Where a worker without tasks of its own finds some: in what waits for any worker or for those of
 * a mask, in the deques of other workers (see {@link VictimSearch}), and in other sources.
 */
public abstract class WorkSearch extends Dispatcher {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_MOVED = "tasks stay in their deque".intern();

    final WaitingTasks waiting;
    private final CopyOnWriteArrayList<WorkSource> sources = new CopyOnWriteArrayList<>();

    /**
     * The workers proper, then those spares whose deques may have tasks. Other spares join when
     * they open a task for the first time: so neither a search nor a change of this takes longer
     * because many are blocked.
     */
    private volatile Worker[] victims;

    /** All spares. */
    final Roster spares = new Roster();

    /** Workers that look for work and have none. */
    private final PaddedCount searching = new PaddedCount(0);

    private final LongAdder retiredSteals = new LongAdder();
    volatile boolean stopped;

    WorkSearch(Timeline timeline, int parallelism) {
        super(timeline, parallelism);
        TenantQueues queues = new TenantQueues(parallelism, System::nanoTime, this::shares, spares);
        this.waiting = new WaitingTasks(parallelism, queues);
    }

    /** These are the workers there are at first. */
    final void begin(Worker[] workers) {
        victims = workers.clone();
    }

    /** Adds a place to look for work when the host has none of its own. */
    public void lookIn(WorkSource source) {
        sources.add(source);
    }

    /** Signals work outside of deques: wakes a sleeper that searches there. */
    public final void tellOfWorkElsewhere() {
        signal();
    }

    /** A program has listed work while others have some, too. Throws nothing. */
    abstract void shares();

    /** A thread is about to wait for tasks of the queue, which go before others from now on. */
    public final void awaits(TaskQueue queue) {
        if (!simulated && queue != null) {
            waiting.queues.awaits(queue);
        }
    }

    /** The thread goes on. */
    public final void awaitsNoMore(TaskQueue queue) {
        if (!simulated && queue != null) {
            waiting.queues.awaitsNoMore(queue);
        }
    }

    /** No thread adds to the queue any more: its scope is closed, or its program has ended. */
    public final void forget(TaskQueue queue) {
        waiting.queues.forget(queue);
    }

    @Override
    final boolean isAwaited(Worker worker) {
        return waiting.hasUnmasked() && goesBefore(worker) || waiting.hasMasked(worker.slot);
    }

    /** Returns true if a task that waits may go before the rest of what the worker runs. */
    private boolean goesBefore(Worker worker) {
        TenantQueues queues = waiting.queues;
        if (simulated || queues.isUrgent()) {
            return true;
        }
        long now = System.nanoTime();
        if (queues.isContended()) {
            return worker.turns.mayLook(now);
        }
        Scope scope = worker.scope;
        return scope == null
                || !scope.isAwaited()
                || worker.turns.passesOver(now, mostPassedOver(scope.tenant()));
    }

    private static long mostPassedOver(Tenant tenant) {
        return tenant == null ? PoolTuning.LONGEST_PASSED_OVER_NANOS : tenant.mostPassedOver();
    }

    /** Runs a task from elsewhere; while awaited ones go first, notes how long others take. */
    final void execute(Worker worker, Task task) {
        Tenant tenant = simulated || !waiting.queues.isMixed() ? null : task.tenant();
        if (tenant == null || task.scope != null && task.scope.isAwaited()) {
            worker.execute(task);
            return;
        }
        long began = System.nanoTime();
        worker.execute(task);
        tenant.tookOther(System.nanoTime() - began);
    }

    /** Returns true if tasks elsewhere go before the worker's own ones. */
    final boolean goBeforeOwn(Worker worker, long now) {
        TenantQueues queues = waiting.queues;
        if (!queues.isUrgent() && !(queues.isMixed() && worker.turns.mayLook(now))
                || worker.hasAwaited()) {
            return false;
        }
        return !queues.isUrgent()
                || !worker.turns.passesOver(now, PoolTuning.LONGEST_PASSED_OVER_NANOS);
    }

    /** Returns a task that goes before the worker's own ones, or null. */
    final Task takeBeforeOwn(Worker worker) {
        TenantQueues queues = waiting.queues;
        if (!queues.isOfInterest()) {
            return waiting.take(worker, victims, null, false);
        }
        boolean awaited = worker.hasAwaited();
        Task task = awaited || !queues.isMixed() ? null : stealAwaited(worker);
        if (task == null) {
            long most = awaited ? mostPassedOver(worker.busyWith()) : 0;
            boolean only = awaited && !worker.turns.passesOver(System.nanoTime(), most);
            if (awaited && !only) {
                worker.turns.passesNone();
            }
            Tenant busy = queues.isContended() ? worker.busyWith() : null;
            task = waiting.take(worker, victims, busy, only);
        }
        if (task != null && !awaited && task.scope != null && task.scope.isAwaited()) {
            giveBack(worker);
        }
        return task;
    }

    /** The task is not lost if there is no memory to move others. */
    private static void giveBack(Worker worker) {
        try {
            worker.giveBack();
        } catch (OutOfMemoryError full) {
            ForeignCode.warn(NOT_MOVED, full);
        }
    }

    /**
     * Returns a task from another deque for which a thread waits, or null. Does not look again for
     * a while if there is none.
     */
    private Task stealAwaited(Worker worker) {
        TenantQueues queues = waiting.queues;
        if (simulated || queues.isUrgent() || !worker.turns.mayLook(System.nanoTime())) {
            return null;
        }
        Task task = null;
        try {
            task = stealAwaited(new VictimSearch(this, worker, AwaitedScopes.ALL));
        } catch (OutOfMemoryError full) {
            return null; // what waits in a queue needs none
        }
        worker.turns.looked(task != null);
        return task;
    }

    private Task stealAwaited(VictimSearch search) {
        TenantQueues queues = waiting.queues;
        Task task = search.steal();
        while (task == null
                && search.goesOn()
                && queues.isMixed()
                && !queues.isUrgent()
                && !stopped) {
            search.pause();
            task = search.steal();
        }
        return task;
    }

    final Task search(Worker worker) {
        worker.rests();
        if (worker.fed) {
            worker.fed = false;
            gather();
        }
        Task task = null;
        boolean last = false;
        searching.addAndGet(1);
        try {
            task = waiting.queues.isMixed() ? stealAwaited(worker) : null;
            if (task == null) {
                task = waiting.take(worker, victims, null, false); // needs no memory
            }
            if (task == null) {
                task = searchLong(worker);
            }
        } finally {
            last = searching.addAndGet(-1) == 0;
        }
        if (last && task != null) {
            signalIfMore();
        }
        return task;
    }

    private Task searchLong(Worker worker) {
        VictimSearch search = new VictimSearch(this, worker, null);
        Task task = find(worker, search);
        while (task == null && search.goesOn() && !stopped) {
            search.pause();
            task = find(worker, search);
        }
        return task;
    }

    /**
     * Lets a thread that adds tasks one by one get ahead for a microsecond: a thief that comes for
     * each of them would contend with it for the cache line.
     */
    private void gather() {
        for (int i = 0; i < PoolTuning.GATHER_SPINS && !simulated; i++) {
            Thread.onSpinWait();
        }
    }

    final boolean isNobodySearching() {
        return searching.get() == 0;
    }

    final boolean needsPolling() {
        for (WorkSource source : sources) {
            if (source.needsPolling()) {
                return true;
            }
        }
        return false;
    }

    final void signalIfMore() {
        if (needsHands() && hasWork()) {
            signal();
        }
    }

    /** Returns true if there is a task for any worker on the host. */
    final boolean hasWork() {
        boolean contended = waiting.queues.isContended();
        if (contended ? waiting.queues.hasEligible(victims) : waiting.hasUnmasked()) {
            return true;
        }
        for (Worker victim : victims) {
            if (victim.deque.size() > 0 && !(contended && isOverdrawn(victim))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns true if others want workers, and all that there are to be run tasks of one program.
     */
    final boolean isOverdrawn(Worker victim) {
        if (!waiting.queues.isContended()) {
            return false;
        }
        Tenant tenant = victim.tenant();
        return tenant != null && !tenant.ended && waiting.queues.hasAll(tenant);
    }

    /** Work from anywhere but the worker's own deque. */
    private Task find(Worker worker, VictimSearch search) {
        Task task = waiting.take(worker, victims, null, false);
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
     * Makes all owners signal added work, until no signal is needed. Returns true if an owner had
     * not been asked, so that a push may be under way that is not seen yet.
     */
    final boolean askAll() {
        boolean first = false;
        for (Worker victim : victims) {
            first |= victim.deque.ask();
        }
        return first;
    }

    /** A worker proper, whose deque is searched from now on. */
    final void came(Worker worker) {
        join(worker);
    }

    private synchronized void join(Worker worker) {
        Worker[] all = victims;
        int at = all.length;
        while (!worker.spare && at > 0 && all[at - 1].spare) {
            at--;
        }
        Worker[] more = Arrays.copyOf(all, all.length + 1);
        System.arraycopy(all, at, more, at + 1, all.length - at);
        more[at] = worker;
        victims = more;
    }

    private synchronized void leave(Worker worker) {
        Worker[] all = victims;
        int at = 0;
        while (at < all.length && all[at] != worker) {
            at++;
        }
        if (at < all.length) {
            Worker[] fewer = Arrays.copyOf(all, all.length - 1);
            System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
            victims = fewer;
        }
    }

    /** Without memory the worker is asked once more, and joins when it opens the next task. */
    @Override
    final void opens(Worker worker) {
        try {
            join(worker);
            worker.listed = true;
        } catch (OutOfMemoryError full) {
            boolean _ = worker.deque.ask();
        }
    }

    /**
     * Hides a compensation worker that is about to block and has opened its entries: searches skip
     * it if it has none, or if very many are searched.
     */
    final void hide(Worker worker, Awaited awaited) {
        try {
            if (!worker.deque.isDrained() && isCrowded()) {
                worker.moveAll();
            }
            if (worker.listed && worker.deque.isDrained()) {
                boolean _ = worker.deque.ask();
                leave(worker);
                worker.listed = false;
            }
        } catch (OutOfMemoryError full) {
            ForeignCode.pause(); // then it is searched
        }
        while (!worker.listed && !worker.deque.isDrained() && !awaited.isOver()) {
            ForeignCode.pause();
            opens(worker);
        }
    }

    private boolean isCrowded() {
        return victims.length > parallelism() + PoolTuning.MOST_BLOCKED_VICTIMS;
    }

    /** As many workers as are to run. */
    public abstract int parallelism();

    /** Ended, its deque empty; or never began. Without memory to say so, after a while. */
    final void left(Worker worker) {
        while (worker != null && worker.listed) {
            try {
                leave(worker);
                worker.listed = false;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
        if (worker != null) {
            retiredSteals.add(worker.steals());
        }
        if (worker != null && worker.spare) {
            spares.remove(worker);
            log.giveBack(worker.lane);
        }
    }

    /** The workers there are now, spares last. */
    public List<Worker> snapshot() {
        return List.of(all());
    }

    private Worker[] all() {
        return spares.after(proper());
    }

    private Worker[] proper() {
        Worker[] searched = victims;
        int proper = searched.length;
        while (proper > 0 && searched[proper - 1].spare) {
            proper--;
        }
        return Arrays.copyOf(searched, proper);
    }

    /** Returns the workers proper, and the spares that are not blocked. */
    final List<Worker> running() {
        List<Worker> all = new ArrayList<>(List.of(proper()));
        spares.forEachRunning(all::add);
        return all;
    }

    /** Returns the activity of each worker, for people. */
    final String describe() {
        StringBuilder text = new StringBuilder();
        for (Worker worker : all()) {
            text.append(worker.spare ? "spare-" : "worker-")
                    .append(worker.slot)
                    .append(' ')
                    .append(Arrays.stream(worker.stack()).limit(8).toList())
                    .append("; ");
        }
        return text.toString();
    }

    /** Tasks that workers took from each other. */
    public long steals() {
        long steals = retiredSteals.sum();
        for (Worker worker : all()) {
            steals += worker.steals();
        }
        return steals;
    }
}
