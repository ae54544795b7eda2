package org.anabranch.scheduler.log;

import org.anabranch.events.Events;

import java.util.Arrays;

/** A reading position in each ring of a set. For one thread. */
final class RingReader {
    private final RingSet rings;
    private final long[] next;
    private final long[] times;
    private final long[] last = new long[1];
    private long missed;

    /**
     * Begins to read.
     *
     * @param began the time of an event whose predecessor is lost
     * @param fromNow true to skip the events already present
     */
    RingReader(RingSet rings, long began, boolean fromNow) {
        this.rings = rings;
        this.next = new long[rings.all().length];
        this.times = new long[next.length];
        Arrays.fill(times, began);
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
            last[0] = times[i];
            next[i] = rings.all()[i].read(next[i], into, room, last);
            times[i] = last[0];
        }
        long now = rings.missed();
        into.addLost(now - missed);
        missed = now;
    }
}
