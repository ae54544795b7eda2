package org.anabranch.scheduler.count;

/**
 * Who uses something that is closed once and freed when nobody uses it any more. As a rule one
 * thread takes leases and another gives them back, so they are counted apart; the first count is
 * set against the second by close, as in {@code Epoch}. Of any thread.
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

    /** Gives leases back; true for the one caller who is to free what nobody uses any more. */
    public boolean giveBack(int count) {
        return balance.addAndGet(-count) == 0;
    }

    /** Gives no more leases; true for the one caller who is to free what nobody uses any more. */
    public boolean close() {
        long before = taken.getAndUpdate(now -> now | CLOSED);
        return before >= 0 && balance.addAndGet(before - OPEN) == 0;
    }

    public boolean isClosed() {
        return taken.get() < 0;
    }

    /** Whether there are leases; if it says no, there was a moment when there were none. */
    public boolean isUsed() {
        long left = balance.get();
        long had = taken.get();
        return had < 0 ? left != 0 : left != OPEN - had;
    }
}
