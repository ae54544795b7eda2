package org.anabranch.k2h.policy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A cost-aware policy. A task crosses if it saves the ARM side more time than the crossing costs
 * it. The costs are messages, cache operations now, and those at the end of its finish, for which
 * all cores may have to wait. For a loop it considers the share of the rest that all free DSPs
 * would take. Each core measures task times by function and nesting depth (for loops: per tile).
 * For a tree of tasks under one finish that is one node, a lower bound; for a scope that has not
 * ended it is derived from the scopes within it, doubled for each level. No task crosses that DSPs
 * would end later than the ARM cores end the rest, if fetching its results is expensive.
 *
 * <p>ARM cores offer as many tasks as there are idle DSPs, not more, and keep one. DSPs keep a
 * short queue and run further small tasks inline (lazy task creation, Mohr, Kranz and Halstead
 * 1991); they expose to the ARM cores only tasks worth stealing. A core that waits for a finish
 * leaves tasks of shallower finishes to others: such a task would bury the continuation, and all
 * that waits for it, under a long one.
 */
final class CostAwarePolicy implements HybridPolicy {
    /** The ratio of benefit to cost from which a task crosses. */
    private static final double WORTH = 2;

    /** The same ratio for the first task of a loop, from which all later ones benefit. */
    private static final double WORTH_OF_LOOP = 1.2;

    /** The cost of a crossing's messages for an ARM core, in nanoseconds. */
    private static final double MESSAGES = 800;

    /** The assumed time of a tile that has not been measured, in nanoseconds. */
    private static final double UNSEEN = 5_000;

    /** The factor by which DSPs may be slower than ARM cores for a tree of scopes. */
    private static final double SLOW = 1.5;

    /**
     * The largest number of tiles of a part of a loop that may wait for a busy DSP, if its tiles
     * are long.
     */
    private static final int FEW_TILES = 4;

    /** The number of levels below an open scope that are searched for ended ones. */
    private static final int LEVELS = 12;

    /** The number of tasks that an ARM core keeps for its own side. */
    private static final int ARM_KEEPS = 1;

    /**
     * The number of tasks that a DSP keeps queued, besides one per free DSP, before it runs new
     * ones inline.
     */
    private static final int DSP_KEEPS = 1;

    /**
     * The time from which a task is long, in nanoseconds: other cores may become idle before it
     * ends.
     */
    private static final double LARGE = 50_000;

    private static final double WEIGHT = 0.25;

    private final int arms;
    private final int dsps;
    private final Map<Integer, Double> measured = new HashMap<>();
    private final Set<Integer> tried = new HashSet<>();

    CostAwarePolicy(int arms, int dsps) {
        this.arms = arms;
        this.dsps = dsps;
    }

    @Override
    public boolean offers(Crossing task, int queued, int free, int waiting) {
        boolean cheapBack = isCheapBack(task);
        int idle = cheapBack && isCoarseEnd(task) ? idle(free, waiting) : free - waiting;
        if (idle <= 0 || queued <= ARM_KEEPS && !cheapBack) {
            return false;
        }
        if (task.isUnknown()) {
            return task.flushBack() == 0
                    || (task.loop()
                            ? isWorthToAll(task, idle, 2 * UNSEEN * task.tiles())
                            : idle >= arms && tried.add(task.function()));
        }
        return isWorth(task, idle) && endsInTime(task, idle);
    }

    /**
     * Returns the number of idle DSPs; if all are busy, counts those that end their work before an
     * ARM core ends a tile.
     */
    private int idle(int free, int waiting) {
        return waiting < ahead() ? Math.max(1, free) : free;
    }

    /**
     * Returns true for a few tiles, so long that all cores wait for the one that ends the last
     * tile.
     */
    private static boolean isCoarseEnd(Crossing task) {
        return task.tiles() <= FEW_TILES && task.estimate() >= LARGE * task.tiles();
    }

    private boolean isWorth(Crossing task, int idle) {
        if (task.last() && task.loop() && task.flushLater() > 0) {
            return isWorthToAll(task, idle, task.queued());
        }
        return task.estimate() >= WORTH * (MESSAGES + task.flushNow() + task.flushLater());
    }

    /**
     * Returns true if it is worth while that DSPs take their share of the rest of a loop for whose
     * end all wait.
     */
    private boolean isWorthToAll(Crossing task, int idle, double left) {
        double cost = MESSAGES + task.flushNow() + task.flushLater() * arms;
        return left * idle / (arms + idle) >= WORTH_OF_LOOP * cost;
    }

    /**
     * Returns true if the free DSPs end it before the ARM cores end the rest. For a loop that does
     * not matter if ARM cores can steal a tile back for less than its time.
     */
    private boolean endsInTime(Crossing task, int idle) {
        if (task.queued() < 0 || isCheapBack(task)) {
            return true;
        }
        double rest = (task.queued() - task.estimate()) / arms;
        return (task.loop() ? 1 : SLOW) * task.estimate() / idle <= rest + task.flushBack();
    }

    /** Returns true if ARM cores can steal a tile of the loop back for less than its time. */
    private static boolean isCheapBack(Crossing task) {
        return task.loop()
                && task.estimate() / task.tiles() >= WORTH * (MESSAGES + task.flushBack());
    }

    @Override
    public int ahead() {
        return dsps / 2;
    }

    @Override
    public int batch() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean exposes(Crossing task) {
        return task.isUnknown() && task.flushBack() == 0
                || task.estimate() >= WORTH * (MESSAGES + task.flushBack());
    }

    @Override
    public boolean steals(int length) {
        return length > 0;
    }

    @Override
    public boolean inlines(Crossing task, int length, int free) {
        return length >= DSP_KEEPS + free && !task.isUnknown() && task.estimate() < LARGE;
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
    public boolean countsExactly() {
        return true;
    }

    @Override
    public void took(int function, int depth, double nanos) {
        measured.merge(key(function, depth), nanos, (old, now) -> old + WEIGHT * (now - old));
    }

    @Override
    public double estimate(int function, int depth, long tiles) {
        Double one = measured.get(key(function, depth));
        for (int below = 1; one == null && below <= LEVELS; below++) {
            Double least = measured.get(key(function, depth + below));
            one = least == null ? null : least * (1L << below);
        }
        return one == null ? Crossing.UNKNOWN : one * tiles;
    }

    private static Integer key(int function, int depth) {
        return function << 16 | depth;
    }
}
