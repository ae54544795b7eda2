package org.anabranch.scheduler.pool;

import org.anabranch.spi.Timeline;

/**
 * A worker's search for tasks to steal, from the first miss until it finds one or gives up. First
 * it takes open entries of others. It asks owners without open entries, and searches again for as
 * long as an owner of small tasks needs to answer. Then it revokes the private entries of those
 * that do not answer: they run a long task. After that only tasks are left that begin while it goes
 * to sleep.
 */
public final class VictimSearch {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_COUNTED = "a theft is not counted".intern();

    private final WorkSearch pool;
    private final Worker thief;
    private final Scope within;

    /** The number of back-off rounds in which it takes only entries that need no request. */
    private int courtesy;

    private int round;

    /** A search for tasks within a scope; null for any. */
    public VictimSearch(WorkSearch pool, Worker thief, Scope within) {
        this.pool = pool;
        this.thief = thief;
        this.within = within;
        this.courtesy = within == null ? thief.spoils.courtesy(System.nanoTime()) : 0;
    }

    /** A task of this or another worker that may run on top of a wait for the scope, or null. */
    public Task next() {
        if (!thief.mayNest()) {
            return null;
        }
        Task own = thief.nextWithin(within);
        return own != null ? own : steal();
    }

    /** A task of another worker, or null. */
    Task steal() {
        if (courtesy > 0) {
            return null;
        }
        Worker[] all = pool.victims();
        int start = thief.random(all.length);
        for (int i = 0; i < all.length; i++) {
            Worker victim = all[(start + i) % all.length];
            if (pool.simulated) {
                pool.timeline.charge(Timeline.Charge.PROBE, 1);
            }
            Task task = victim == thief || isLeft(victim) ? null : stealFrom(victim);
            if (task != null) {
                count(victim, task);
                return task;
            }
        }
        return null;
    }

    /** The thief has it, whether or not there is memory to count that. */
    private void count(Worker victim, Task task) {
        try {
            thief.stole(victim, task);
            task.stolen();
        } catch (Throwable full) {
            ForeignCode.warn(NOT_COUNTED, full);
        }
    }

    private Task stealFrom(Worker victim) {
        TaskDeque deque = victim.deque;
        if (!deque.isOpen()) {
            if (deque.ask()) {
                thief.rested = false;
            }
            if (!mayRevoke() || deque.size() == 0 || victim.thread() == null) {
                return null;
            }
            deque.revoke(victim.thread());
        }
        Task task = deque.steal(within, thief.deque);
        while (task == null && within == null && deque.isOpen()) {
            task = deque.steal(null, thief.deque);
        }
        if (task != null && within != null && !within.contains(task.scope)) {
            pool.submit(task);
            return null;
        }
        return task;
    }

    private boolean isLeft(Worker victim) {
        return within == null && pool.isOverdrawn(victim);
    }

    private boolean mayRevoke() {
        return pool.simulated
                ? round > 0
                : round >= PoolTuning.REVOKE_ROUNDS && round % PoolTuning.REVOKE_ROUNDS == 0;
    }

    /** Returns true if another round may find tasks that this one did not. */
    public boolean goesOn() {
        return courtesy > 0 || round < (pool.simulated ? 1 : PoolTuning.SEARCH_ROUNDS);
    }

    /** Lets a moment pass before the next round. */
    public void pause() {
        if (courtesy > 0) {
            courtesy--;
        } else {
            round++;
        }
        if (!pool.simulated) {
            for (int i = 0; i < PoolTuning.ROUND_SPINS; i++) {
                Thread.onSpinWait();
            }
        }
    }
}
