package org.anabranch.loops.cost;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.Loops;

/**
 * Loops for callers that have the program's own loop beside its body, and run that where a call is
 * not worth a proof or cannot be shared.
 */
public interface SiteLoops {
    /** {@link #tryInts} has run the loop. */
    long RAN = -1;

    /** {@return these loops, but each call is analysed, however short it is: for reports} */
    Loops analysingEach();

    /** {@return true if short calls, too, must ask {@link #mayRunInOrder}} */
    boolean takesShort();

    /**
     * Returns true if a call may run in order, unproved and unreported.
     *
     * @param site the loop in the program
     * @param length at least the number of iterations
     * @return false if it must be run here
     */
    boolean mayRunInOrder(LoopSite site, long length);

    /**
     * Runs a loop unless it would run in order.
     *
     * @param site the loop in the program
     * @param length as recorded at the site
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return {@link #RAN}; or the nanoseconds lost, if no iteration has run and the caller is to
     *     run all in order
     */
    long tryInts(LoopSite site, long length, int low, int high, IntBody body);

    /**
     * Runs a loop unless it would run in order.
     *
     * @param site the loop in the program
     * @param length as recorded at the site
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return {@link #RAN}; or the nanoseconds lost, if no iteration has run and the caller is to
     *     run all in order
     */
    long tryLongs(LoopSite site, long length, long low, long high, LongBody body);

    /**
     * Reports a loop that the caller runs in order.
     *
     * @param name of the loop
     * @param iterations their number, as far as it is known
     * @param nanos its time; 0 before it runs
     * @param reason why in order
     * @throws org.anabranch.loops.NotParallelException if loops must be parallel and it has not run
     */
    void inOrder(String name, long iterations, long nanos, String reason);
}
