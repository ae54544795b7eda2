package org.anabranch.k2h.policy;

/**
 * When tasks cross between the sides, and when caches are flushed. One object per core, used by
 * that core only, so that a DSP's needs no synchronisation.
 */
public interface HybridPolicy {

    /** The policies there are. */
    enum Kind {
        /** As the paper describes. */
        PAPER,
        /** Ours: cost-aware, batching, flushing only where data crossed. */
        COST_AWARE
    }

    /**
     * Whether an ARM core should hand its oldest task to the DSPs.
     *
     * @param queued tasks on its deque
     * @param free DSPs that say they look for work
     * @param waiting tasks already waiting in SQ1
     * @param estimate nanoseconds that the task is expected to take, or a negative number if nobody
     *     knows
     * @param crossing nanoseconds that a crossing was last seen to cost in flushes
     */
    boolean offers(int queued, int free, int waiting, double estimate, double crossing);

    /**
     * Whether a DSP should put a new task where ARM cores can take it, and not only other DSPs.
     *
     * @param estimate nanoseconds that the task is expected to take, or a negative number if nobody
     *     knows
     * @param crossing nanoseconds that a crossing was last seen to cost in flushes
     */
    boolean exposes(double estimate, double crossing);

    /** Whether an ARM core should take a task from a DSP's queue. */
    boolean steals(int length);

    /**
     * Whether a DSP should run a new task at once instead of queueing it.
     *
     * @param free DSPs that look for work
     */
    boolean inlines(int length, int free);

    /**
     * {@return whether a core that waits for a finish refuses tasks of shallower finishes, which
     * would bury what it waits to go on with}
     */
    boolean refusesShallow();

    /**
     * {@return whether the end of a finish flushes only if one of its tasks ran on the other side}
     */
    boolean flushesOnlyCrossed();

    /** A task took this long on this core. */
    void took(int function, int depth, double nanos);

    /**
     * What a task is expected to take.
     *
     * @param tiles if a loop's, how many
     * @return nanoseconds, negative if nothing is known
     */
    double estimate(int function, int depth, long tiles);

    /** Makes a policy. */
    static HybridPolicy of(Kind kind) {
        return kind == Kind.PAPER ? new PaperPolicy() : new CostAwarePolicy();
    }
}
