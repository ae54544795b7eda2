package org.anabranch.opencl.driver;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Held by whoever gives commands to a queue of a context: drivers should take them from several
 * threads at once, but not all do without deadlock. It is held for about a microsecond at a time,
 * again and again by a thread that submits; so one who finds it taken tries for a while before
 * sleeping, which would take ten times as long.
 *
 * <p>Who submits without end would let nobody else in: between two commands the lock is free for
 * less than it takes another processor to see it. So the poller asks, and who comes next to submit
 * leaves the lock alone for a moment, once for each time that it is asked.
 */
public final class DriverLock {
    private static final int TRIES = 200;
    private static final int COURTESY = 64;

    private final ReentrantLock lock = new ReentrantLock();

    /** How often the poller has asked. */
    private volatile int asked;

    /** The request that was answered last; written without order, at worst answered twice. */
    private int answered;

    public void lock() {
        int request = asked;
        if (request != answered) {
            answered = request;
            for (int i = 0; i < COURTESY && !lock.isLocked(); i++) {
                Thread.onSpinWait();
            }
        }
        acquire();
    }

    /** As {@link #lock}, by the poller alone: others make way. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
    public void ask() {
        if (!lock.tryLock()) {
            asked++;
            acquire();
        }
    }

    private void acquire() {
        for (int tries = 0; tries < TRIES; tries++) {
            if (!lock.isLocked() && lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }
}
