package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The tasks that no worker has taken, in a queue for each outermost scope of a program and one for
 * the program's streams.
 *
 * <p><b>Order.</b> Among programs the next task is of the one that the fewest workers run, then of
 * the one that was served longest ago. Within a program, queues that a thread waits for come first;
 * if others are passed over for long, one task of theirs follows: for a second, or for nine times
 * the time that such tasks took lately. Queues of the same kind take turns, and each is first in
 * first out.
 *
 * <p><b>Lists.</b> A queue is listed from its first task until a taker finds it empty. Who adds a
 * task to the queue looks after that whether the queue is listed; who unlists it looks after that
 * whether it is empty. So of the two at least one sees the other. Lists are linked through the
 * queues: adding a task allocates nothing.
 */
final class TenantQueues {
    /** For tasks of no program. */
    private final Tenant own = new Tenant("the platform");

    private final LongSupplier clock;

    /** Called when a program lists work beside others, under the lock of this; throws nothing. */
    private final Runnable meet;

    /** Those of them that run may run tasks of programs, too. */
    private final Roster spares;

    private final Consumer<Worker> count = this::count;

    /** The programs that have listed queues. */
    @GuardedBy("this")
    private Tenant queued;

    @GuardedBy("this")
    private Tenant lastListed;

    @GuardedBy("this")
    private long taken;

    /** Queues that were used and are not forgotten, and those of them that are awaited. */
    @GuardedBy("this")
    private int known;

    @GuardedBy("this")
    private int awaited;

    /** Of the last count of what workers run. */
    @GuardedBy("this")
    private long stamp;

    @GuardedBy("this")
    private int active = 1;

    /** Workers that ran tasks of programs then. */
    @GuardedBy("this")
    private int busy;

    /** One of the programs that had work then; null if none had. */
    @GuardedBy("this")
    private Tenant lastActive;

    /** True if some program was short of workers at the last look. */
    @GuardedBy("this")
    private boolean lacking;

    /** Since when at most one program has had work at each look; 0 if several had. */
    @GuardedBy("this")
    private long aloneSince;

    private volatile int workers;

    /** Workers that one program gets while others want some, in percent of all; 0: even shares. */
    private volatile int percent;

    private volatile int listed;
    private volatile TaskQueue only;
    private volatile int urgent;
    private volatile boolean mixed;
    private volatile boolean contended;

    TenantQueues(int workers, LongSupplier clock, Runnable meet, Roster spares) {
        this.workers = workers;
        this.clock = clock;
        this.meet = meet;
        this.spares = spares;
    }

    /** Sets how many workers are shared, from now on. */
    void share(int among) {
        workers = among;
    }

    /** Sets the share of a program in percent of the workers; 0 for an even one. */
    void percent(int share) {
        percent = share;
    }

    /** Any thread: adds a task. */
    void add(Task task) {
        TaskQueue of = task.waitsIn();
        TaskQueue queue = of == null ? own.queue : of;
        queue.inbox.add(task);
        if (!queue.listed) {
            list(queue);
        }
    }

    private synchronized void list(TaskQueue queue) {
        if (queue.listed) {
            return;
        }
        know(queue);
        Tenant tenant = queue.tenant;
        if (!tenant.hasQueued()) {
            tenant.next = queued;
            queued = tenant;
            tenant.shortSince = 0;
        }
        queue.listed = true;
        queue.list().append(queue);
        listed(1, queue);
        if (lastListed != tenant) {
            contended |= lastListed != null;
            lastListed = tenant;
        }
        if (contended) {
            meets(tenant);
        }
    }

    /** It is served by others between two tasks of theirs, or by others in their place. */
    @GuardedBy("this")
    private void meets(Tenant tenant) {
        if (tenant.shortSince == 0) {
            tenant.shortSince = clock.getAsLong();
        }
        meet.run();
    }

    private synchronized void listed(int change, TaskQueue queue) {
        if (queue.waiters > 0) {
            urgent = urgent + change;
        }
        int now = listed + change;
        only = now == 1 ? queued.first() : null;
        listed = now;
    }

    /** A taker found it empty. */
    @GuardedBy("this")
    private void unlist(TaskQueue queue) {
        if (!queue.listed) {
            return;
        }
        queue.list().remove(queue);
        Tenant tenant = queue.tenant;
        if (!tenant.hasQueued()) {
            remove(tenant);
        }
        listed(-1, queue);
        queue.listed = false;
        if (!queue.inbox.isEmpty()) {
            list(queue);
        }
    }

    @GuardedBy("this")
    private void remove(Tenant tenant) {
        if (queued == tenant) {
            queued = tenant.next;
        } else {
            Tenant before = queued;
            while (before.next != tenant) {
                before = before.next;
            }
            before.next = tenant.next;
        }
        tenant.next = null;
    }

    /** A thread waits for tasks of the queue: they go before others of the same program. */
    synchronized void awaits(TaskQueue queue) {
        know(queue);
        if (queue.waiters == 0) {
            if (queue.listed) {
                queue.list().remove(queue);
                queue.tenant.awaited.append(queue);
                urgent = urgent + 1;
            }
            awaited++;
            look();
        }
        queue.waiters = queue.waiters + 1;
    }

    /** One thread less waits for them. */
    synchronized void awaitsNoMore(TaskQueue queue) {
        if (queue.waiters == 1) {
            if (queue.listed) {
                queue.list().remove(queue);
                queue.tenant.others.append(queue);
                urgent = urgent - 1;
            }
            awaited--;
            look();
        }
        queue.waiters = queue.waiters - 1;
    }

    @GuardedBy("this")
    private void know(TaskQueue queue) {
        if (!queue.known) {
            queue.known = true;
            known++;
            look();
        }
    }

    /** Its scope is closed, or its program has ended. What it still has is taken all the same. */
    synchronized void forget(TaskQueue queue) {
        if (queue.known) {
            if (queue.listed && queue.inbox.isEmpty()) {
                unlist(queue);
            }
            queue.known = false;
            known--;
            look();
        }
        if (queue.scope == null && lastListed == queue.tenant) {
            lastListed = null;
        }
    }

    @GuardedBy("this")
    private void look() {
        mixed = awaited > 0 && known > 1;
    }

    /** Returns true if some task waits, or did a moment ago. */
    boolean hasAny() {
        int now = listed;
        if (now == 0) {
            return false;
        }
        TaskQueue one = only;
        return now > 1 || one == null || !one.inbox.isEmpty();
    }

    /** Returns true if a queue is listed: it may be empty until a worker takes from it. */
    boolean hasListed() {
        return listed > 0;
    }

    /** Returns true if tasks wait that a thread waits for. */
    boolean isUrgent() {
        return urgent > 0;
    }

    /** Returns true if threads wait for some tasks, and there may be others. */
    boolean isMixed() {
        return mixed;
    }

    /** Returns true if several programs had work lately. */
    boolean isContended() {
        return contended;
    }

    /** Returns true if a worker has anything to look at between two tasks of its own. */
    boolean isOfInterest() {
        return listed > 0 || mixed || contended;
    }

    /**
     * Returns a queue of which a worker may take several tasks, since no others go before them;
     * else null.
     */
    TaskQueue calm() {
        TaskQueue one = only;
        if (contended || mixed && (one == null || one.waiters == 0)) {
            return null;
        }
        return one == null ? first() : one;
    }

    private synchronized TaskQueue first() {
        return queued == null ? null : queued.first();
    }

    /** Tasks were put back, perhaps after another taker found the queue empty. */
    void putBack(TaskQueue queue) {
        if (!queue.listed) {
            list(queue);
        }
    }

    /** Any thread: a taker found the queue empty. */
    synchronized void foundEmpty(TaskQueue queue) {
        if (queue.inbox.isEmpty()) {
            unlist(queue);
        }
    }

    /**
     * Takes the next task, or returns null.
     *
     * @param running the workers proper whose tasks count, then spares
     * @param busy the program of which the taker has tasks itself: another program's come first
     *     only if that has less than its share; null if it has none
     * @param awaitedOnly true if the taker's own tasks are awaited: others of that program that are
     *     not do not come before them
     */
    synchronized Task next(Worker[] running, Tenant busy, boolean awaitedOnly) {
        if (contended) {
            count(running);
        }
        while (true) {
            Tenant best = null;
            for (Tenant one = queued; one != null; one = one.next) {
                if (mayRun(one, busy, awaitedOnly) && (best == null || one.comesBefore(best))) {
                    best = one;
                }
            }
            if (best == null) {
                return null;
            }
            TaskQueue queue = best.next(clock.getAsLong());
            Task first = (Task) queue.inbox.take();
            if (first != null) {
                taken++;
                best.served = taken;
                takeTurns(queue);
                leave(queue, first);
                return first;
            }
            unlist(queue);
        }
    }

    /** Any thread: takes some task whatever share its program has, or returns null. */
    synchronized Task poll() {
        while (queued != null) {
            TaskQueue queue = queued.first();
            Task first = (Task) queue.inbox.take();
            if (first != null) {
                leave(queue, first);
                return first;
            }
            unlist(queue);
        }
        return null;
    }

    /** Under the lock: it is the last of its list. */
    private static void takeTurns(TaskQueue queue) {
        queue.list().remove(queue);
        queue.list().append(queue);
    }

    /** The queue keeps what follows the first. */
    private static void leave(TaskQueue queue, Task first) {
        InboxNode rest = first.next;
        first.next = null;
        if (rest != null && !queue.inbox.putBack(rest)) {
            for (InboxNode each = rest; each != null; each = rest) {
                rest = each.next;
                queue.inbox.add(each);
            }
        }
    }

    @GuardedBy("this")
    private boolean mayRun(Tenant one, Tenant busy, boolean awaitedOnly) {
        if (awaitedOnly && (one == busy || !contended) && one.awaited.first == null) {
            return false;
        }
        if (!contended) {
            return true;
        }
        return busy == null || busy == one
                ? one.running < workers || one == own || one.ended
                : one.running < shareOf(one);
    }

    /** Returns how many workers a program may have if others want some, too. */
    @GuardedBy("this")
    private int shareOf(Tenant one) {
        int set = percent;
        int share = set > 0 ? workers * set / 100 : workers / active;
        return one == own ? workers : Math.max(1, share);
    }

    /** Counts how many workers run tasks of which program, and the programs that have work. */
    @GuardedBy("this")
    private void count(Worker[] running) {
        stamp++;
        active = 0;
        busy = 0;
        lastActive = null;
        for (int i = 0; i < running.length && !running[i].spare; i++) {
            count(running[i]);
        }
        spares.forEachRunning(count);
        for (Tenant one = queued; one != null; one = one.next) {
            active += one.counts(stamp, 0);
            lastActive = one;
        }
        active = Math.max(1, active);
    }

    private synchronized void count(Worker worker) {
        Tenant tenant = worker.tenant();
        if (tenant != null) {
            active += tenant.counts(stamp, 1);
            busy++;
            lastActive = tenant;
        }
    }

    /** Returns true if all workers that there are to be run tasks of the program. */
    boolean hasAll(Tenant one) {
        return one.running >= workers;
    }

    /** Returns true if a task waits that a worker without tasks may take. */
    synchronized boolean hasEligible(Worker[] running) {
        count(running);
        boolean eligible = false;
        for (Tenant one = queued; one != null; one = one.next) {
            eligible |= mayRun(one, null, false);
        }
        return eligible;
    }

    /** Returns true if more workers than its share run tasks of the program. */
    synchronized boolean isOverShare(Tenant one) {
        return one.running > shareOf(one);
    }

    /**
     * Returns how many workers are missing to programs that have had tasks and less than their
     * share for a while, beyond those that are free to come. Finds out if several programs still
     * have work.
     *
     * @param replaced workers in whose place others may run already
     */
    synchronized int missing(Worker[] running, int replaced, long now) {
        count(running);
        if (active > 1) {
            aloneSince = 0;
        } else if (aloneSince == 0) {
            aloneSince = now;
        } else if (now - aloneSince > PoolTuning.ALONE_NANOS) {
            part();
        }
        int missing = 0;
        lacking = false;
        for (Tenant one = queued; one != null; one = one.next) {
            int lacks = one == own ? 0 : shareOf(one) - one.running;
            lacking |= contended && lacks > 0;
            if (lacks <= 0) {
                one.shortSince = 0;
            } else if (one.shortSince == 0) {
                one.shortSince = now;
            } else if (now - one.shortSince >= PoolTuning.SHORT_NANOS) {
                missing += lacks;
            }
        }
        int free = Math.max(0, workers - (busy - replaced));
        return contended ? missing - free : 0;
    }

    /** Returns true if a program was short of workers at the last look. */
    synchronized boolean isAnyShort() {
        return lacking;
    }

    /** The program that has work, if any, is alone until another one lists a queue. */
    @GuardedBy("this")
    private void part() {
        contended = false;
        aloneSince = 0;
        lastListed = lastActive;
    }
}
