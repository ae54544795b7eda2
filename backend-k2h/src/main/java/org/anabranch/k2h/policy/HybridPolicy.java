package org.anabranch.k2h.policy;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The policy that decides when tasks cross between the sides, and when caches are flushed. Each
 * core has an object of its own, so a DSP's needs no synchronisation: its knowledge comes from
 * measurements on that core, or from the task. Times are nanoseconds.
 *
 * <p>The default methods are the paper's policy (section IV-B, C): the flag alone decides, and
 * every end of a finish flushes.
 */
@ConsumerType
public interface HybridPolicy {

    /** The built-in policies. */
    enum Kind implements PolicyFactory {
        /** The paper's policy. */
        PAPER {
            @Override
            public HybridPolicy policy(boolean dsp, int arms, int dsps) {
                return new HybridPolicy() {};
            }
        },
        /** The policy that weighs the benefit of a crossing against its cost. */
        COST_AWARE {
            @Override
            public HybridPolicy policy(boolean dsp, int arms, int dsps) {
                return new CostAwarePolicy(arms, dsps);
            }
        }
    }

    /**
     * Returns true if an ARM core should hand its oldest task to the DSPs.
     *
     * @param task that one
     * @param queued tasks on its deque
     * @param free number of DSPs whose flag says that they search for work, at least 1 except for
     *     {@link #ahead}
     * @param waiting tasks already waiting in SQ1; with {@link #countsExactly} those that were sent
     *     and not begun
     */
    default boolean offers(Crossing task, int queued, int free, int waiting) {
        return free > 0;
    }

    /**
     * {@return how many parts of loops may wait for DSPs that are all busy; if more than 0, {@link
     * #offers} is called for parts of loops also while no DSP is free}
     */
    default int ahead() {
        return 0;
    }

    /** {@return the largest number of tasks that an ARM core offers at a time} */
    default int batch() {
        return 1;
    }

    /**
     * Returns true if a DSP should put a new task where ARM cores can steal it, and not only other
     * DSPs.
     *
     * @param task that one
     */
    default boolean exposes(Crossing task) {
        return true;
    }

    /** Returns true if an ARM core should steal a task from a DSP's queue of this length. */
    default boolean steals(int length) {
        return true;
    }

    /**
     * Returns true if a DSP should run a new task inline instead of queueing it.
     *
     * @param task the new one
     * @param length tasks in its queues
     * @param free number of DSPs that search for work
     */
    default boolean inlines(Crossing task, int length, int free) {
        return false;
    }

    /**
     * {@return true if a core that waits for a finish refuses tasks of shallower finishes, which
     * would delay its continuation}
     */
    default boolean refusesShallow() {
        return false;
    }

    /**
     * {@return true if caches are flushed only for tasks that cross: before the first one that may
     * read data not yet in memory, and at the end of a finish if one of its tasks ran on the other
     * side}
     */
    default boolean flushesOnlyCrossed() {
        return false;
    }

    /**
     * {@return true if DSPs publish more than the paper's flag: also that they continue after a
     * wait, and how many tasks of the ARM side they have begun, so that tasks on their way are
     * known. Tasks that their creator runs inline are then not counted in their finish}
     */
    default boolean countsExactly() {
        return false;
    }

    /**
     * Records the time of a task on this core, including its waits.
     *
     * @param function the number of its code; for a tile of a loop, that of the loop's body
     * @param depth number of enclosing finish scopes
     */
    default void took(int function, int depth, double nanos) {}

    /**
     * Returns the expected time of a task.
     *
     * @param function the number of its code
     * @param depth number of enclosing finish scopes
     * @param tiles number of tiles, for a loop
     * @return nanoseconds, or {@link Crossing#UNKNOWN}
     */
    default double estimate(int function, int depth, long tiles) {
        return Crossing.UNKNOWN;
    }
}
