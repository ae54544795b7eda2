package org.anabranch.loops.weave;

import org.anabranch.loops.LongBody;

/** A range of iterations of a woven loop. */
@FunctionalInterface
public interface LongRange extends LongBody {

    /**
     * Runs iterations in order.
     *
     * @param low first index
     * @param high bound, not included
     */
    void run(long low, long high);

    @Override
    default void run(long index) {
        run(index, index + 1);
    }
}
