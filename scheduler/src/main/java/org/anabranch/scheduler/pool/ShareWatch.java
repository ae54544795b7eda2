package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.ArrayList;
import java.util.List;

/**
 * Lets compensation threads run in the place of workers that a program keeps from others: while
 * another program has tasks and less than its share, and where the program of a running task has
 * ended. A body that runs cannot be preempted; once it has returned, its worker counts again, and
 * the surplus thread retires. Looks only while several programs have work, or one has ended amid a
 * task: soon after a program has listed work, then less and less often.
 */
final class ShareWatch {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_LOOKED = "shares of programs were not looked at".intern();

    private final Compensation pool;
    private final Runnable look = this::look;

    /** Pending, or null. */
    @GuardedBy("this")
    private DelayedActions.Alarm next;

    /** The time of the next look, if it is pending. */
    @GuardedBy("this")
    private long at;

    @GuardedBy("this")
    private long pause;

    /** Workers that others run in place of; of the looking thread. */
    private final List<Worker> lent = new ArrayList<>();

    ShareWatch(Compensation pool) {
        this.pool = pool;
    }

    /** Looks soon. Throws nothing; without memory the next one who begins tries again. */
    synchronized void begin() {
        long now = System.nanoTime();
        if (!pool.simulated && lookWithin(PoolTuning.SHORT_NANOS, now)) {
            for (Worker worker : pool.victims()) {
                long _ = sameFor(worker, now);
            }
        }
    }

    /** Returns false if a look is pending that comes no later. */
    @GuardedBy("this")
    private boolean lookWithin(long nanos, long now) {
        long then = now + nanos;
        if (next != null && at - then <= 0) {
            return false;
        }
        pause = nanos;
        try {
            DelayedActions.Alarm sooner = pool.alarms.after(nanos, look);
            if (next != null) {
                next.cancel();
            }
            next = sooner;
            at = then;
        } catch (OutOfMemoryError full) {
            // a later one is pending, or the next caller tries again
        }
        return true;
    }

    private void look() {
        synchronized (this) {
            if (at - System.nanoTime() <= 0) {
                next = null; // else begin has set a sooner one, since this alarm was due
            }
        }
        boolean more = true;
        try {
            more = lookAtAll();
        } catch (Throwable full) {
            ForeignCode.warn(NOT_LOOKED, full);
        }
        if (more) {
            lookAgain(pool.waiting.queues.isAnyShort());
        }
    }

    private synchronized void lookAgain(boolean soon) {
        boolean _ =
                lookWithin(
                        soon
                                ? PoolTuning.SHORT_NANOS
                                : Math.min(2 * pause, PoolTuning.SHARE_LOOK_NANOS),
                        System.nanoTime());
    }

    private boolean lookAtAll() {
        TenantQueues queues = pool.waiting.queues;
        long now = System.nanoTime();
        lent.removeIf(worker -> comesBack(worker, queues.isContended()));
        int missing = queues.missing(pool.victims(), lent.size(), now);
        boolean ended = false;
        for (Worker worker : pool.running()) {
            long same = sameFor(worker, now);
            Tenant tenant = worker.tenant();
            if (tenant == null || lent.contains(worker)) {
                continue;
            }
            ended |= tenant.ended;
            if (tenant.ended) {
                if (same > PoolTuning.ENDED_NANOS) {
                    lend(worker);
                    tell(tenant);
                }
            } else if (missing > 0 && same > 0 && queues.isOverShare(tenant)) {
                missing--;
                lend(worker);
            }
        }
        return ended || !lent.isEmpty() || queues.isContended();
    }

    /** Returns for how long it has been at the same task, as far as that was seen. */
    private synchronized long sameFor(Worker worker, long now) {
        long step = worker.steps();
        if (worker.seenStep != step) {
            worker.seenStep = step;
            worker.seenSince = now;
        }
        return now - worker.seenSince;
    }

    private void lend(Worker worker) {
        worker.lentStep = worker.seenStep;
        lent.add(worker);
        pool.standIn(worker);
    }

    private static void tell(Tenant ended) {
        ForeignCode.log(
                System.Logger.Level.WARNING,
                "a worker still runs code of "
                        + ended
                        + ", which has ended: another runs in its place");
    }

    /** Returns true if the worker counts again. */
    private boolean comesBack(Worker worker, boolean contended) {
        Tenant tenant = worker.tenant();
        boolean stays =
                tenant != null && worker.lentStep == worker.steps() && (contended || tenant.ended);
        if (!stays) {
            pool.comesBack(worker);
        }
        return !stays;
    }
}
