package org.anabranch.scheduler.log;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The rings of a recording by one or several readers: one for each worker, and a few for all other
 * threads. No writer waits: a thread that finds all shared rings taken counts the event as missed.
 */
final class RingSet {
    private static final int TRIES = 2;

    private final Ring[] all;
    private final AtomicReferenceArray<Ring> unclaimed;
    private final Ring[] shared;
    private final AtomicLong missed = new AtomicLong();
    private final boolean ordered;

    /**
     * Creates empty rings.
     *
     * @param own number of threads with a ring of their own
     * @param shared rings for all others, a power of two
     * @param events of each ring, a power of two
     * @param ordered true if one thread runs at a time, so that its events stay in order
     */
    RingSet(int own, int shared, int events, boolean ordered) {
        this.all = new Ring[own + shared];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Ring(events);
        }
        this.shared = new Ring[shared];
        System.arraycopy(all, own, this.shared, 0, shared);
        this.unclaimed = new AtomicReferenceArray<>(own);
        for (int i = 0; i < own; i++) {
            unclaimed.set(i, all[i]);
        }
        this.ordered = ordered;
    }

    /** The ring of that number, for the first thread that asks; else null. */
    Ring claim(int number) {
        return number < unclaimed.length() ? unclaimed.getAndSet(number, null) : null;
    }

    /** Takes an event down, or counts it as missed. */
    void put(long time, long head, long subject, long other, long amount) {
        Thread self = Thread.currentThread();
        Ring own = self instanceof WritingThread writer ? writer.among(this) : null;
        if (own != null) {
            own.put(time, head, subject, other, amount);
        } else {
            putShared(self, time, head, subject, other, amount);
        }
    }

    private void putShared(
            Thread self, long time, long head, long subject, long other, long amount) {
        int first = ordered ? 0 : (int) self.threadId();
        for (int i = 0; i < TRIES * shared.length; i++) {
            Ring ring = shared[first + i & shared.length - 1];
            if (ring.tryPut(time, head, subject, other, amount)) {
                return;
            }
        }
        missed.incrementAndGet();
    }

    Ring[] all() {
        return all;
    }

    /** Returns the number of events that were not written for want of a ring. */
    long missed() {
        return missed.get();
    }
}
