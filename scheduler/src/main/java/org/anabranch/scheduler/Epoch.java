package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The actions enqueued between two marks of a stream: a count of holds, one for each action in
 * flight, one while the epoch is the stream's present one, and one for the epoch before. At zero
 * everything up to the mark that ended it has ended, and the mark is released.
 *
 * <p>Holds taken are counted apart, under the stream's lock, and set against those given back when
 * the epoch ends: until then nobody needs the difference, and who enqueues does not write where
 * those write who complete.
 */
final class Epoch {
    /** So much is missing while the epoch is the present one; so many holds cannot be. */
    private static final long PRESENT = 1L << 62;

    private final AtomicLong balance;

    /** Under the stream's lock. */
    private long taken;

    private Action mark;
    private Epoch next;

    /** Makes a stream's first epoch. */
    Epoch() {
        this(0);
    }

    private Epoch(int holds) {
        this.balance = new AtomicLong(PRESENT);
        this.taken = holds;
    }

    /** One more action. Under the stream's lock. */
    void hold() {
        taken++;
    }

    /**
     * Ends the epoch by a mark, which gets a hold; returns the next epoch. Under the stream's lock.
     */
    Epoch end(Action endingMark) {
        endingMark.hold();
        mark = endingMark;
        next = new Epoch(1);
        Epoch following = next;
        release(PRESENT - taken);
        return following;
    }

    /** Gives a hold back. */
    void release() {
        release(1);
    }

    private void release(long holds) {
        long given = holds;
        for (Epoch epoch = this;
                epoch != null && epoch.balance.addAndGet(-given) == 0;
                epoch = epoch.next) {
            epoch.mark.release();
            given = 1;
        }
    }
}
