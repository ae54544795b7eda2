package org.anabranch.loops.run;

/** A runner of iterations, compiled for one class of bodies alone. */
interface IterationRunner {

    /**
     * Runs iterations in order.
     *
     * @param body a body of that class
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to an index before which all iterations completed normally;
     *     after the last one to the bound
     */
    void run(Object body, long low, long high, long[] done);
}
