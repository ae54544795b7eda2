package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Who uses something that is closed once and freed when nobody uses it any more. As a rule one
 * thread takes leases and another gives them back, so the two counts lie two cache lines apart; the
 * first is set against the second by close, as in {@link Epoch}. Of any thread.
 */
final class Leases {
    private static final int TAKEN = 16;
    private static final int BALANCE = 32;
    private static final int LENGTH = 48;

    /** Set among the taken ones by close. */
    private static final long CLOSED = Long.MIN_VALUE;

    /** Added to the balance until close; so many leases cannot be. */
    private static final long OPEN = 1L << 62;

    private final AtomicLongArray counts = new AtomicLongArray(LENGTH);

    Leases() {
        counts.set(BALANCE, OPEN);
    }

    /** Takes leases; false if it is closed. */
    boolean take(int count) {
        return counts.getAndAdd(TAKEN, count) >= 0;
    }

    /** Takes one more, closed or not, by one who has a lease. */
    void takeAnother() {
        if (!take(1)) {
            counts.getAndIncrement(BALANCE);
        }
    }

    /** Takes a lease, closed or not; false if it is free. */
    boolean takeUnlessFree() {
        return take(1) || counts.getAndUpdate(BALANCE, now -> now == 0 ? 0 : now + 1) != 0;
    }

    /** Gives leases back; true for the one caller who is to free what nobody uses any more. */
    boolean giveBack(int count) {
        return counts.addAndGet(BALANCE, -count) == 0;
    }

    /** Gives no more leases; true for the one caller who is to free what nobody uses any more. */
    boolean close() {
        long taken = counts.getAndUpdate(TAKEN, now -> now | CLOSED);
        return taken >= 0 && counts.addAndGet(BALANCE, taken - OPEN) == 0;
    }

    boolean isClosed() {
        return counts.get(TAKEN) < 0;
    }

    /** Whether there are leases; if it says no, there was a moment when there were none. */
    boolean isUsed() {
        long balance = counts.get(BALANCE);
        long taken = counts.get(TAKEN);
        return taken < 0 ? balance != 0 : balance != OPEN - taken;
    }
}
