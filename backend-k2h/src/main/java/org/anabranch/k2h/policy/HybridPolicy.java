package org.anabranch.k2h.policy;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * When tasks cross between the sides, and when caches are flushed. One object per core, used by
 * that core only, so that a DSP's needs no synchronisation: what it knows it has measured on that
 * core, or is told of each task. Times are nanoseconds.
 */
@ConsumerType
public interface HybridPolicy {

    /** The policies that are always there. */
    enum Kind implements PolicyFactory {
        /** As the paper describes. */
        PAPER {
            @Override
            public HybridPolicy policy(boolean dsp, int arms, int dsps) {
                return new PaperPolicy();
            }
        },
        /** Ours: weighs what a crossing gains against what it costs. */
        COST_AWARE {
            @Override
            public HybridPolicy policy(boolean dsp, int arms, int dsps) {
                return new CostAwarePolicy(arms, dsps);
            }
        }
    }

    /**
     * Whether an ARM core should hand its oldest task to the DSPs.
     *
     * @param task that one
     * @param queued tasks on its deque
     * @param free DSPs that say they look for work, at least 1 but for {@link #ahead}
     * @param waiting tasks already waiting in SQ1; with {@link #countsExactly} those that were sent
     *     and not begun
     */
    boolean offers(Crossing task, int queued, int free, int waiting);

    /**
     * {@return how many parts of loops may wait for DSPs that are all busy; where it is more than
     * 0, {@link #offers} is asked about parts of loops also while no DSP is free}
     */
    default int ahead() {
        return 0;
    }

    /** {@return how many tasks an ARM core offers at a time, if it offers any, at most} */
    int batch();

    /**
     * Whether a DSP should put a new task where ARM cores can take it, and not only other DSPs.
     *
     * @param task that one
     */
    boolean exposes(Crossing task);

    /** Whether an ARM core should take a task from a DSP's queue that has so many. */
    boolean steals(int length);

    /**
     * Whether a DSP should run a new task at once instead of queueing it.
     *
     * @param task the new one
     * @param length tasks in its queues
     * @param free DSPs that look for work
     */
    boolean inlines(Crossing task, int length, int free);

    /**
     * {@return whether a core that waits for a finish refuses tasks of shallower finishes, which
     * would bury what it waits to go on with}
     */
    boolean refusesShallow();

    /**
     * {@return whether caches are flushed only for tasks that cross: before the first one that may
     * read what is not in memory, and at the end of a finish if one of its tasks ran on the other
     * side}
     */
    boolean flushesOnlyCrossed();

    /**
     * {@return whether DSPs say more than the paper's flag does, and count less: also that they go
     * on after a wait, and how many tasks of the ARM side they have begun, so that none is on its
     * way unseen; and no task that its creator runs at once is counted in its finish}
     */
    default boolean countsExactly() {
        return false;
    }

    /**
     * A task took this long on this core, with all that it waited for.
     *
     * @param function the number of its code; of a tile of a loop, that of the loop's body
     * @param depth how many finish scopes are around it
     */
    void took(int function, int depth, double nanos);

    /**
     * What a task is expected to take.
     *
     * @param function the number of its code
     * @param depth how many finish scopes are around it
     * @param tiles if a loop's, how many
     * @return nanoseconds, or {@link Crossing#UNKNOWN}
     */
    double estimate(int function, int depth, long tiles);
}
