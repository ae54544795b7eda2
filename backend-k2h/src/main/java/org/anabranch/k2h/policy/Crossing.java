package org.anabranch.k2h.policy;

/**
 * A task that may cross to the other side, with its costs, as known to the core that has it. Times
 * are nanoseconds.
 *
 * @param function the number of the code that it is measured as: for a loop's task, the loop's body
 * @param depth number of enclosing finish scopes
 * @param loop true if it is a part of a loop
 * @param tiles number of tiles of that part; else 1
 * @param estimate the policy's estimate of its time, by {@link HybridPolicy#estimate}
 * @param queued on an ARM core: the expected time of the tasks queued on the ARM side, including
 *     this one, or {@link #UNKNOWN}; used only if crossing needs cache operations
 * @param flushNow time of cache operations before it crosses
 * @param flushLater time of cache operations at the end of its finish that would be unnecessary if
 *     it stayed; if {@code last}, also the time to fetch results into the cache again
 * @param flushBack time of cache operations around a task of the same finish that an ARM core takes
 *     from a DSP
 * @param last true if all cores would wait for these, since nothing but its finish is under way
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
    /** An unknown time. */
    public static final double UNKNOWN = -1;

    /** {@return true if the time of the task is unknown} */
    public boolean isUnknown() {
        return estimate < 0;
    }
}
