package org.anabranch.loops.cost;

import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;

import java.io.Serializable;

/**
 * Loops for callers that have the program's own loop beside its body, and run that where a call is
 * not worth a proof or cannot be shared.
 */
public interface SiteLoops {
    /**
     * The number of iterations in a tile of a reassociated sum. A loop with no more has the bits of
     * sequential execution.
     */
    int TILE = 4096;

    /** {@return these loops, but each call is analysed, however short it is: for reports} */
    Loops analysingEach();

    /** {@return true if short calls, too, must ask {@link #mayRunInOrder}} */
    boolean takesShort();

    /**
     * Returns true if a call may run in order, unproved.
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
     * @param body one iteration, an {@link IntBody} or a {@link LongBody}
     * @return null if it has run; else the run that begins, in order, by the caller, with the time
     *     of the verdict
     */
    LoopRun attempt(LoopSite site, long length, long low, long high, Serializable body);

    /**
     * Reports a loop that the caller is about to run in order, unproved.
     *
     * @param name of the loop
     * @param iterations their number, as far as it is known
     * @param reason why in order
     * @return the run that begins
     * @throws org.anabranch.loops.NotParallelException if loops must be parallel
     */
    LoopRun begin(String name, long iterations, String reason);

    /**
     * Reports the time of a run that the caller has ended. One that throws keeps the report of its
     * beginning.
     *
     * @param begun the run
     * @param nanos the time of its iterations
     */
    void end(LoopRun begun, long nanos);
}
