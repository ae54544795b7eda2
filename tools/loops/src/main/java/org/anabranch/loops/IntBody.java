package org.anabranch.loops;

import java.io.Serializable;

/** The body of a loop over {@code int} indices; see {@link LongBody}. */
@FunctionalInterface
public interface IntBody extends Serializable {
    /**
     * Runs one iteration, written for sequential execution.
     *
     * @param i the index
     */
    void run(int i);
}
