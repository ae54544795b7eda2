package org.anabranch.scheduler.count;

/**
 * The leases on a resource that is closed once and freed when the last lease is returned. Usually
 * one thread takes leases and another returns them, so they are counted separately; close sets the
 * first count off against the second, as in {@code Epoch}. Thread-safe.
 */
public final class Leases {
    /** Set among the taken ones by close. */
    private static final long CLOSED = Long.MIN_VALUE;

    /** Added to the balance until close; so many leases cannot be. */
    private static final long OPEN = 1L << 62;

    private final PaddedCount taken = new PaddedCount(0);
    private final PaddedCount balance = new PaddedCount(OPEN);

    /** Takes leases; false if it is closed. */
    public boolean take(int count) {
        return taken.addAndGet(count) >= 0;
    }

    /** Takes one more, closed or not, by one who has a lease. */
    public void takeAnother() {
        if (!take(1)) {
            balance.addAndGet(1);
        }
    }

    /** Takes a lease, closed or not; false if it is free. */
    public boolean takeUnlessFree() {
        return take(1) || balance.getAndUpdate(now -> now == 0 ? 0 : now + 1) != 0;
    }

    /** Returns leases; true for the one caller that must free the resource. */
    public boolean giveBack(int count) {
        return balance.addAndGet(-count) == 0;
    }

    /** Grants no more leases; true for the one caller that must free the resource. */
    public boolean close() {
        long before = taken.getAndUpdate(now -> now | CLOSED);
        return before >= 0 && balance.addAndGet(before - OPEN) == 0;
    }

    public boolean isClosed() {
        return taken.get() < 0;
    }

    /** Returns true if there are leases; if false, there was a moment when there were none. */
    public boolean isUsed() {
        long left = balance.get();
        long had = taken.get();
        return had < 0 ? left != 0 : left != OPEN - had;
    }
}
