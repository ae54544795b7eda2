package org.anabranch.k2h.run;

/**
 * In whose time a machine runs. Immutable.
 *
 * @param virtual whether in simulated time, in which charges are prices of the board; else in that
 *     of the host, each core a thread
 * @param seed of all that is random; in simulated time one seed gives one run
 */
public record RunPace(boolean virtual, long seed) {
    /** {@return simulated time} */
    public static RunPace virtual(long seed) {
        return new RunPace(true, seed);
    }

    /** {@return the time of the host} */
    public static RunPace real(long seed) {
        return new RunPace(false, seed);
    }
}
