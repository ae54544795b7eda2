package org.anabranch.k2h.policy;

/**
 * A task that may cross to the other side, and what that takes, as the core knows it that has the
 * task. Times are nanoseconds.
 *
 * @param function the number of the code that it is measured as: of a loop's task, the loop's body
 * @param depth how many finish scopes are around it
 * @param loop whether it is a part of a loop
 * @param tiles if so, of so many tiles; else 1
 * @param estimate what the policy has said of it, by {@link HybridPolicy#estimate}
 * @param queued of an ARM core: what the tasks queued on the ARM side are expected to take, this
 *     one among them, or {@link #UNKNOWN}; looked at only where crossing takes cache operations
 * @param flushNow what cache operations take that come before it crosses
 * @param flushLater what cache operations take at the end of its finish that would not be needed if
 *     it stayed; if {@code last}, also what it takes to fetch results into the cache again
 * @param flushBack what cache operations take around a task of the same finish that an ARM core
 *     takes from a DSP
 * @param last whether all cores would wait for these, since nothing but its finish is under way
 */
public record Crossing(
        int function,
        int depth,
        boolean loop,
        long tiles,
        double estimate,
        double queued,
        double flushNow,
        double flushLater,
        double flushBack,
        boolean last) {
    /** Nobody knows. */
    public static final double UNKNOWN = -1;

    /** {@return whether nothing is known of what the task takes} */
    public boolean isUnknown() {
        return estimate < 0;
    }
}
