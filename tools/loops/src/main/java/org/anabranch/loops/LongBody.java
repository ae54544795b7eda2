package org.anabranch.loops;

import java.io.Serializable;

/**
 * The body of a loop over {@code long} indices. Serializable for one reason: it is the supported
 * way to learn which method a lambda stands for. Nothing is ever serialized.
 */
@FunctionalInterface
public interface LongBody extends Serializable {
    /**
     * Runs one iteration. It is written as if the iterations ran one after another.
     *
     * @param i the index
     */
    void run(long i);
}
