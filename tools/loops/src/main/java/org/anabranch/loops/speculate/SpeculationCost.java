package org.anabranch.loops.speculate;

/**
 * The costs of an iteration in order and on logs.
 *
 * @param pace nanoseconds of an iteration in order; 0 if it is unknown
 * @param reads entries of its log for loads
 * @param writes entries of its log for stores
 * @param processors the threads that run iterations at once
 * @param measured nanoseconds of an iteration in speculative runs; 0 if there was none
 */
public record SpeculationCost(double pace, int reads, int writes, int processors, double measured) {
    /** The share of iterations that run again, before any has been counted. */
    static final double ASSUMED = 0.05;

    /** Nanoseconds to log, link and compare an entry, and to commit one. */
    private static final double ENTRY = 30;

    private static final double COMMIT = 10;

    /** Nanoseconds to begin and end the rounds of a window, for each of its iterations. */
    private static final double ROUNDS = 30;

    /**
     * Returns the expected time of an iteration on logs.
     *
     * @param density the share of iterations that run again
     * @return nanoseconds
     */
    double predicted(double density) {
        if (measured > 0) {
            return measured;
        }
        double once = (pace + (reads + writes) * ENTRY) / processors;
        return once * (1 + density) + writes * COMMIT + ROUNDS;
    }
}
