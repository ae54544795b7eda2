package org.anabranch.k2h.policy;

import java.util.HashMap;
import java.util.Map;

/**
 * Ours. Each core measures what tasks take, by function and nesting depth (loops: per tile), and
 * ARM cores what flushes take. A task crosses only if it takes a multiple of a crossing, or if
 * nobody knows yet: what is unknown has not ended anywhere, so it is large or new. ARM cores offer
 * as many tasks as there are DSPs without one, not more, and keep two. DSPs keep a short queue and
 * run the rest at once (lazy task creation, Mohr, Kranz and Halstead 1991), and show the ARM cores
 * only tasks worth crossing. Ends of scopes that nothing crossed flush nothing. A core that waits
 * for a finish leaves tasks of shallower finishes to others: such a task would bury the
 * continuation, and with it everything that waits for it, under something long.
 */
final class CostAwarePolicy implements HybridPolicy {
    /** How many crossings a task that crosses should be worth. */
    private static final double WORTH = 4;

    /** What a crossing costs besides flushes, in nanoseconds. */
    private static final double MESSAGES = 2_000;

    /** Tasks that an ARM core keeps for its own side. */
    private static final int ARM_KEEPS = 2;

    /** Tasks that a DSP keeps queued, besides one per free DSP, before it runs new ones at once. */
    private static final int DSP_KEEPS = 2;

    private static final double WEIGHT = 0.25;

    private final Map<Integer, Double> measured = new HashMap<>();

    private static boolean worth(double estimate, double crossing) {
        return estimate < 0 || estimate >= WORTH * (crossing + MESSAGES);
    }

    @Override
    public boolean offers(int queued, int free, int waiting, double estimate, double crossing) {
        return queued > ARM_KEEPS && free > waiting && worth(estimate, crossing);
    }

    @Override
    public boolean exposes(double estimate, double crossing) {
        return worth(estimate, crossing);
    }

    @Override
    public boolean steals(int length) {
        return length > 0;
    }

    @Override
    public boolean inlines(int length, int free) {
        return length >= DSP_KEEPS + free;
    }

    @Override
    public boolean refusesShallow() {
        return true;
    }

    @Override
    public boolean flushesOnlyCrossed() {
        return true;
    }

    @Override
    public void took(int function, int depth, double nanos) {
        measured.merge(key(function, depth), nanos, (old, now) -> old + WEIGHT * (now - old));
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
