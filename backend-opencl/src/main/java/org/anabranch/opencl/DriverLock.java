package org.anabranch.opencl;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Held by whoever gives commands to a queue of a context: drivers should take them from several
 * threads at once, but not all do without deadlock. It is held for about a microsecond at a time,
 * again and again by a thread that submits; so one who finds it taken tries for a while before
 * sleeping, which would take ten times as long, and during which a monitor would let the other in
 * again and again.
 */
final class DriverLock {
    private static final int TRIES = 200;

    private final ReentrantLock lock = new ReentrantLock();

    void lock() {
        for (int tries = 0; tries < TRIES; tries++) {
            if (!lock.isLocked() && lock.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }
}
