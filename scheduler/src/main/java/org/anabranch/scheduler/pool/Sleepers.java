package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.ProcessorMask;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * The workers that sleep, last in first out, and the count of those that are active. A worker
 * enters, looks for work once more, and then sleeps or leaves. A thread that wakes a worker also
 * counts it as active, so that no compensation thread is started while it wakes up.
 */
public final class Sleepers {
    private final Dispatcher pool;

    @GuardedBy("this")
    private final ArrayDeque<Worker> stack;

    /** The size of the stack; written under the lock, read by threads that add work. */
    private volatile int count;

    /** Workers neither asleep nor blocked. */
    final AtomicInteger active = new AtomicInteger();

    Sleepers(Dispatcher pool, int workers) {
        this.pool = pool;
        this.stack = new ArrayDeque<>(workers + 1);
    }

    boolean any() {
        return count > 0;
    }

    synchronized void enter(Worker worker) {
        active.decrementAndGet();
        stack.push(worker);
        count = stack.size();
    }

    synchronized void leave(Worker worker) {
        if (stack.remove(worker)) {
            active.incrementAndGet();
            count = stack.size();
        }
    }

    /** Wakes this one if it has entered. */
    void wake(Worker worker) {
        if (sleeps(worker)) {
            leave(worker);
            pool.unpark(worker.thread());
        }
    }

    private synchronized boolean sleeps(Worker worker) {
        return stack.contains(worker);
    }

    /**
     * Parks the entered worker until it is woken, or the time that is asked for before each nap is
     * over.
     */
    void sleep(Worker worker, LongSupplier nanos) {
        while (sleeps(worker)) {
            long nap = nanos.getAsLong();
            if (nap > 0) {
                pool.timeline.park(this, nap);
            }
            boolean _ = Thread.interrupted(); // an idle worker has nothing to be interrupted in
            if (nap != Long.MAX_VALUE) {
                leave(worker);
            }
        }
    }

    boolean wakeOne() {
        Worker woken;
        synchronized (this) {
            woken = stack.poll();
            woken(woken);
        }
        return unpark(woken);
    }

    /** Wakes one that is in the mask, if there is one. */
    boolean wakeOne(ProcessorMask mask) {
        Worker woken = null;
        synchronized (this) {
            for (int left = stack.size(); left > 0; left--) { // once round, without an iterator
                Worker worker = stack.pollFirst();
                if (woken == null && mask.contains(worker.slot)) {
                    woken = worker;
                } else {
                    stack.addLast(worker);
                }
            }
            woken(woken);
        }
        return unpark(woken);
    }

    @GuardedBy("this")
    private void woken(Worker worker) {
        if (worker != null) {
            active.incrementAndGet();
            count = stack.size();
        }
    }

    private boolean unpark(Worker worker) {
        if (worker != null) {
            pool.unpark(worker.thread());
        }
        return worker != null;
    }

    void wakeAll() {
        while (any()) {
            wakeOne();
        }
    }
}
