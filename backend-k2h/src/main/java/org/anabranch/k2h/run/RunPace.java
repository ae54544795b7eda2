package org.anabranch.k2h.run;

/**
 * The kind of time in which a machine runs. Immutable.
 *
 * @param virtual true for simulated time, in which charges are prices of the board; false for the
 *     host's time, with a thread for each core
 * @param seed of all random choices; in simulated time one seed gives one run
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
