package org.anabranch.scheduler.place;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The deferred seekers, the most urgent first: those with the longest path to the end, as far as it
 * is known. The order is renewed when much has changed. Without memory for that it stays as it is.
 * Under the lock of the places.
 */
final class DeferredQueue {
    private PriorityQueue<DeferredSeeker> queue = new PriorityQueue<>();

    /** Those that the caller of {@link #poll} has seen in this round, and that stay. */
    private final List<DeferredSeeker> seen = new ArrayList<>(PlaceTuning.MOST_TRIES);

    /** The longest ways from actions, as found lately. */
    private final Map<Object, Double> ways = new IdentityHashMap<>();

    private long number;

    /** Comings and ends since the ways were looked for. */
    private long changes;

    int size() {
        return queue.size() + seen.size();
    }

    void add(Places.Seeker seeker, long now) {
        DeferredSeeker one = new DeferredSeeker(seeker, number++, now);
        one.rank(seeker.rank(ways));
        one.renew();
        queue.add(one);
        changes++;
    }

    /** The next one in order, or null; it is the caller's, or goes to {@link #stays}. */
    DeferredSeeker poll() {
        return queue.poll();
    }

    void stays(DeferredSeeker one) {
        seen.add(one);
    }

    /** Ends the round. Takes no memory: there was room for them. */
    void putBack() {
        for (int i = 0; i < seen.size(); i++) {
            queue.add(seen.get(i));
        }
        seen.clear();
        if (queue.isEmpty() && !ways.isEmpty()) {
            ways.clear(); // which names what is over
        }
    }

    /**
     * Updates priorities after an action has ended, if paths may have changed. Not during a round.
     */
    void changed() {
        if (++changes * PlaceTuning.LOOKS_EACH > ways.size() + queue.size()) {
            try {
                renew();
                changes = 0;
            } catch (OutOfMemoryError full) {
                ways.clear();
            }
        }
    }

    private void renew() {
        PriorityQueue<DeferredSeeker> renewed = new PriorityQueue<>(queue.size() + 1);
        ways.clear();
        Iterator<DeferredSeeker> first = queue.iterator(); // roughly in order
        for (int i = 0; i < PlaceTuning.RENEWED && first.hasNext(); i++) {
            DeferredSeeker one = first.next();
            one.rank(one.seeker.rank(ways));
        }
        for (DeferredSeeker one : queue) {
            one.renew();
            renewed.add(one); // there is room
        }
        queue = renewed;
    }
}
