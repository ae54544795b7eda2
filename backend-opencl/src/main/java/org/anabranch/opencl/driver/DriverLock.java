package org.anabranch.opencl.driver;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock held while a thread gives commands to a queue of a context: drivers should accept them
 * from several threads, but not all do so without deadlock. It is held for about a microsecond at a
 * time, again and again by a thread that submits. So a thread that finds it taken spins for a while
 * before it sleeps, which would take ten times as long.
 *
 * <p>A thread that submits continuously would starve others: between two commands the lock is free
 * for less time than another processor needs to see that. So the poller requests it, and the next
 * submitting thread leaves the lock alone for a moment, once per request.
 */
public final class DriverLock {
    private static final int TRIES = 200;
    private static final int COURTESY = 64;

    private final ReentrantLock lock = new ReentrantLock();

    /** The number of requests by the poller. */
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
