package org.anabranch.loops.device;

/** Iterations of a loop on the program's own memory, in Java as the program has them. */
@FunctionalInterface
public interface Iterations {

    /**
     * Runs some in order, on the calling thread.
     *
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to the index behind the last iteration that ended well
     */
    void run(long low, long high, long[] done);
}
