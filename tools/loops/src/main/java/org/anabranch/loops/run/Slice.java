package org.anabranch.loops.run;

/** Runs some iterations; what stands behind it is compiled for one class of bodies alone. */
interface Slice {

    /**
     * Runs iterations in order.
     *
     * @param body a body of the one class
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to the index behind the last iteration that ended well
     */
    void run(Object body, long low, long high, long[] done);
}
