package org.anabranch.scheduler.action;

import org.anabranch.scheduler.count.PaddedCount;

/**
 * The actions enqueued between two marks of a stream: a dependency count, one for each action in
 * flight, one while the epoch is the stream's present one, and one for the epoch before. At zero
 * all actions up to the mark that ended the epoch have ended, and the mark is released.
 *
 * <p>Increments follow from the numbers of the actions, and are set off against decrements when the
 * epoch ends. Until then the difference is not needed, and enqueuing threads do not write to the
 * cache line of completing ones.
 */
public final class Epoch {
    /** So much is missing while the epoch is the present one; so many holds cannot be. */
    private static final long PRESENT = 1L << 62;

    private final PaddedCount balance;

    /** The number of the last action before it, less the hold of the epoch before. */
    private final long from;

    private DependenceNode mark;
    private Epoch next;

    /** Makes a stream's first epoch. */
    public Epoch() {
        this(0);
    }

    private Epoch(long from) {
        this.balance = new PaddedCount(PRESENT);
        this.from = from;
    }

    /**
     * Ends the epoch by a mark, which gets a hold; returns the next epoch. Under the stream's lock.
     *
     * @param to the number of the last action in the epoch
     */
    public Epoch end(DependenceNode endingMark, long to) {
        Epoch following = new Epoch(to - 1); // first: there may be no memory for it
        endingMark.hold();
        mark = endingMark;
        next = following;
        release(PRESENT - (to - from));
        return following;
    }

    /** The mark that ended it, or null. */
    DependenceNode mark() {
        return mark;
    }

    /** The one after it, or null. */
    Epoch next() {
        return next;
    }

    /** Gives a hold back. */
    public void release() {
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
