package org.anabranch.scheduler.log;

import org.anabranch.events.Events;

/** A place in each ring of a set. For one thread. */
final class RingReader {
    private final RingSet rings;
    private final long[] next;
    private long missed;

    /**
     * Begins to read.
     *
     * @param fromNow whether what is there already is left out
     */
    RingReader(RingSet rings, boolean fromNow) {
        this.rings = rings;
        this.next = new long[rings.all().length];
        if (fromNow) {
            missed = rings.missed();
            for (int i = 0; i < next.length; i++) {
                next[i] = rings.all()[i].written();
            }
        }
    }

    /** Adds what is new, and counts what is lost. */
    void read(Events into, long[] room) {
        for (int i = 0; i < next.length; i++) {
            next[i] = rings.all()[i].read(next[i], into, room);
        }
        long now = rings.missed();
        into.addLost(now - missed);
        missed = now;
    }
}
