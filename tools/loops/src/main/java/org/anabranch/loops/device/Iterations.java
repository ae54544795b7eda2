package org.anabranch.loops.device;

/** The iterations of a loop in Java, on the program's own memory. */
@FunctionalInterface
public interface Iterations {

    /**
     * Runs some iterations in order, on the calling thread.
     *
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to the index after the last iteration that completed normally
     */
    void run(long low, long high, long[] done);
}
