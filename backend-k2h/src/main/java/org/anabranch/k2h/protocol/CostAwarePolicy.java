package org.anabranch.k2h.protocol;

import java.util.HashMap;
import java.util.Map;

/**
 * Ours. An ARM core measures what tasks take, by function and nesting depth (loops: per tile), and hands over only what takes a multiple
 * of a crossing: two queue operations, a flush on this side, and cold caches on the other. It offers as many tasks as there are DSPs without one,
 * not more. DSPs keep a short queue and run the rest at once (lazy task creation, Mohr et al. 1991): the tasks that can be stolen are old
 * and large, and few descriptors are used. Ends of scopes that nothing crossed flush nothing.
 */
final class CostAwarePolicy implements HybridPolicy {
    /** A task that crosses should take at least this long, in nanoseconds. */
    private static final double WORTH_CROSSING = 60_000;

    private static final int KEEP = 2;
    private static final double WEIGHT = 0.25;

    private final Map<Integer, Double> measured = new HashMap<>();

    @Override
    public boolean offers(int queued, int free, int waiting, double estimate) {
        return free > waiting && (estimate < 0 || estimate >= WORTH_CROSSING);
    }

    @Override
    public boolean steals(int length) {
        return length > 0;
    }

    @Override
    public boolean inlines(int length, int free) {
        return length >= KEEP + free;
    }

    @Override
    public boolean flushesOnlyCrossed() {
        return true;
    }

    @Override
    public void took(int function, int depth, double nanos, long tiles) {
        measured.merge(key(function, depth), nanos / tiles, (old, now) -> old + WEIGHT * (now - old));
    }

    @Override
    public double estimate(int function, int depth, long tiles) {
        Double one = measured.get(key(function, depth));
        return one == null ? -1 : one * tiles;
    }

    private static Integer key(int function, int depth) {
        return function << 16 | depth;
    }
}
