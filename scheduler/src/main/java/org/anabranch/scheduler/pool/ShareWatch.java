package org.anabranch.scheduler.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * Lets compensation threads run in the place of workers that a program keeps from others: while
 * another program has tasks and less than its share, and where the program of a running task has
 * ended. A body that runs cannot be preempted; once it has returned, its worker counts again, and
 * the surplus thread retires. Looks only while several programs have work, or one has ended amid a
 * task.
 */
final class ShareWatch {
    /** No literal: that takes memory where it is first used. */
    private static final String NOT_LOOKED = "shares of programs were not looked at".intern();

    private final SpareWorkers pool;
    private final Runnable look = this::look;
    private boolean awake;

    /** Workers that others run in place of; of the looking thread. */
    private final List<Worker> lent = new ArrayList<>();

    ShareWatch(SpareWorkers pool) {
        this.pool = pool;
    }

    /** Looks from now on. Throws nothing; without memory the next one who begins tries again. */
    synchronized void begin() {
        if (!awake && !pool.simulated) {
            awake = later();
        }
    }

    private boolean later() {
        try {
            pool.alarms.after(PoolTuning.SHARE_LOOK_NANOS, look);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    private void look() {
        boolean more = true;
        try {
            more = lookAtAll();
        } catch (Throwable full) {
            ForeignCode.warn(NOT_LOOKED, full);
        }
        synchronized (this) {
            awake = more && later();
        }
    }

    private boolean lookAtAll() {
        TenantQueues queues = pool.waiting.queues;
        int missing = queues.missing(pool.victims(), System.nanoTime());
        lent.removeIf(worker -> comesBack(worker, queues.isContended()));
        boolean ended = false;
        for (Worker worker : pool.snapshot()) { // spares, too: they are no victims at first
            Tenant tenant = worker.tenant();
            long step = worker.steps();
            boolean same = worker.seenStep == step;
            worker.seenStep = step;
            if (tenant == null || lent.contains(worker)) {
                continue;
            }
            ended |= tenant.ended;
            boolean over = missing > 0 && queues.isOverShare(tenant);
            if (same && (over || tenant.ended)) {
                missing -= tenant.ended ? 0 : 1;
                lend(worker, tenant);
            }
        }
        return ended || !lent.isEmpty() || queues.isContended();
    }

    private void lend(Worker worker, Tenant tenant) {
        lent.add(worker);
        pool.standIn(worker);
        if (tenant.ended) {
            ForeignCode.log(
                    System.Logger.Level.WARNING,
                    "a worker still runs code of "
                            + tenant
                            + ", which has ended: another runs in its place");
        }
    }

    /** Returns true if the worker counts again. */
    private boolean comesBack(Worker worker, boolean contended) {
        Tenant tenant = worker.tenant();
        boolean stays =
                tenant != null && worker.seenStep == worker.steps() && (contended || tenant.ended);
        if (!stays) {
            pool.comesBack(worker);
        }
        return !stays;
    }
}
