package org.anabranch.k2h.policy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Ours. A task crosses if what it takes off the ARM side is more than what the crossing puts on it:
 * messages, cache operations now, and those at the end of its finish, for which all cores may have
 * to wait; of a loop that weighs what all free DSPs would take of what is left. Each core measures
 * what tasks take, by function and nesting depth (loops: per tile). Of a tree of tasks under one
 * finish that is one node, a lower bound; of a scope that has not ended it is taken from the scopes
 * within it, doubled for each level. No task crosses that DSPs would end later than the ARM cores
 * end the rest, where having it back is dear.
 *
 * <p>ARM cores offer as many tasks as there are DSPs without one, not more, and keep one. DSPs keep
 * a short queue and run what else is small at once (lazy task creation, Mohr, Kranz and Halstead
 * 1991), and show the ARM cores only tasks worth taking. A core that waits for a finish leaves
 * tasks of shallower finishes to others: such a task would bury the continuation, and with it
 * everything that waits for it, under something long.
 */
final class CostAwarePolicy implements HybridPolicy {
    /** How many times its cost a task that crosses should be worth. */
    private static final double WORTH = 2;

    /** The same of the first one of a loop, of which all that follows profits. */
    private static final double WORTH_OF_LOOP = 1.2;

    /** What the messages of a crossing cost an ARM core, in nanoseconds. */
    private static final double MESSAGES = 800;

    /** What a tile that nobody has measured is taken for, in nanoseconds. */
    private static final double UNSEEN = 5_000;

    /** How much longer DSPs may take for a tree of scopes than ARM cores do. */
    private static final double SLOW = 1.5;

    /** A part of a loop that is not larger may wait for a busy DSP, if its tiles are long. */
    private static final int FEW_TILES = 4;

    /** So many levels below a scope that has not ended yet, ends are looked for. */
    private static final int LEVELS = 12;

    /** Tasks that an ARM core keeps for its own side. */
    private static final int ARM_KEEPS = 1;

    /** Tasks that a DSP keeps queued, besides one per free DSP, before it runs new ones at once. */
    private static final int DSP_KEEPS = 1;

    /** A task that takes longer is long: others may be without one before it ends. */
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

    /** Of DSPs that are all busy, too, some end what they have before an ARM core ends a tile. */
    private int idle(int free, int waiting) {
        return waiting < ahead() ? Math.max(1, free) : free;
    }

    /** Whether these are few tiles, so long that all wait for whoever ends the last one. */
    private static boolean isCoarseEnd(Crossing task) {
        return task.tiles() <= FEW_TILES && task.estimate() >= LARGE * task.tiles();
    }

    private boolean isWorth(Crossing task, int idle) {
        if (task.last() && task.loop() && task.flushLater() > 0) {
            return isWorthToAll(task, idle, task.queued());
        }
        return task.estimate() >= WORTH * (MESSAGES + task.flushNow() + task.flushLater());
    }

    /** Of a loop for the end of which all wait: DSPs take their part of all that is left of it. */
    private boolean isWorthToAll(Crossing task, int idle, double left) {
        double cost = MESSAGES + task.flushNow() + task.flushLater() * arms;
        return left * idle / (arms + idle) >= WORTH_OF_LOOP * cost;
    }

    /**
     * Whether the free DSPs end it before the ARM cores end the rest. Of a loop that does not
     * matter where ARM cores can have a tile back for less than it takes.
     */
    private boolean endsInTime(Crossing task, int idle) {
        if (task.queued() < 0 || isCheapBack(task)) {
            return true;
        }
        double rest = (task.queued() - task.estimate()) / arms;
        return (task.loop() ? 1 : SLOW) * task.estimate() / idle <= rest + task.flushBack();
    }

    /** Whether ARM cores can have a tile of the loop back for less than it takes. */
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
