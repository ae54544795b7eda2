package org.anabranch.loops.weave;

import org.anabranch.loops.IntBody;

/** A range of iterations of a woven loop. */
@FunctionalInterface
public interface IntRange extends IntBody {

    /**
     * Runs iterations in order.
     *
     * @param low first index
     * @param high bound, not included
     */
    void run(int low, int high);

    @Override
    default void run(int index) {
        run(index, index + 1);
    }
}
