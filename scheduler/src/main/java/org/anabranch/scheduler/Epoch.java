package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The actions enqueued between two marks of a stream: a count of holds, one for each action in
 * flight, one while the epoch is the stream's present one, and one for the epoch before. At zero
 * everything up to the mark that ended it has ended, and the mark is released.
 */
final class Epoch {
    private final AtomicLong holds;
    private Action mark;
    private Epoch next;

    /** Makes a stream's first epoch. */
    Epoch() {
        this(1);
    }

    private Epoch(int holds) {
        this.holds = new AtomicLong(holds);
    }

    /** One more action. */
    void hold() {
        holds.incrementAndGet();
    }

    /** Ends the epoch by a mark, which gets a hold; returns the next epoch. */
    Epoch end(Action endingMark) {
        endingMark.hold();
        mark = endingMark;
        next = new Epoch(2);
        Epoch following = next;
        release();
        return following;
    }

    void release() {
        Epoch epoch = this;
        while (epoch != null && epoch.holds.decrementAndGet() == 0) {
            epoch.mark.release();
            epoch = epoch.next;
        }
    }
}
