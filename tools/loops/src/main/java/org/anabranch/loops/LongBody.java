package org.anabranch.loops;

import java.io.Serializable;

/**
 * The body of a loop over {@code long} indices. It is serializable only because that is the
 * supported way to find the method behind a lambda; it is never serialized.
 */
@FunctionalInterface
public interface LongBody extends Serializable {
    /**
     * Runs one iteration, written for sequential execution.
     *
     * @param i the index
     */
    void run(long i);
}
