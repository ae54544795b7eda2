package org.anabranch.scheduler.count;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A count that any thread may add to without taking a cache line from another one, as a rule: each
 * thread has a place of its own, by its number, and nothing else lies beside it.
 */
public final class StripedCount {
    private static final int STRIPES = 8;
    private static final int SPACING = 16;

    private final AtomicLongArray counts = new AtomicLongArray((STRIPES + 2) * SPACING);

    public void increment() {
        int stripe = (int) Thread.currentThread().threadId() & STRIPES - 1;
        counts.getAndIncrement(stripe * SPACING + SPACING);
    }

    /** {@return at least what it was when this was called} */
    public long sum() {
        long sum = 0;
        for (int stripe = 1; stripe <= STRIPES; stripe++) {
            sum += counts.get(stripe * SPACING);
        }
        return sum;
    }
}
