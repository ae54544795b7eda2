package org.anabranch.loops.speculate;

/**
 * The limits of a speculative run.
 *
 * @param cap how often the iterations of a window run again at most; 0 restarts at the first wrong
 *     one
 * @param first iterations of the first window
 * @param least iterations of the smallest window
 * @param most iterations of the largest window
 * @param reads entries of an iteration's log for loads; 0 for as many as the body suggests
 * @param writes the same for stores
 * @param longest the entries of one element that are looked at
 * @param steps the steps of inner loops that an iteration may take
 * @param pace nanoseconds of an iteration in order; 0 to speculate to the end
 * @param loss nanoseconds that may be lost against running in order
 */
public record SpeculationTuning(
        int cap,
        int first,
        int least,
        int most,
        int reads,
        int writes,
        int longest,
        int steps,
        double pace,
        long loss) {
    private static final int PER_WORKER = 4096;
    private static final int FIRST = 256;

    /**
     * Returns the limits for this machine.
     *
     * @param pace as the component
     * @param loss as the component
     * @return the limits
     */
    public static SpeculationTuning of(double pace, long loss) {
        int workers = Runtime.getRuntime().availableProcessors();
        return new SpeculationTuning(
                8, FIRST * workers, 64, PER_WORKER * workers, 0, 0, 256, 100_000, pace, loss);
    }

    /**
     * Returns the same limits with another first window.
     *
     * @param iterations of the first window
     * @return the limits
     */
    SpeculationTuning startingWith(int iterations) {
        return new SpeculationTuning(
                cap, iterations, least, most, reads, writes, longest, steps, pace, loss);
    }

    /**
     * Returns the same limits with other ones of the log.
     *
     * @param newReads for loads
     * @param newWrites for stores
     * @return the limits
     */
    SpeculationTuning withLog(int newReads, int newWrites) {
        return new SpeculationTuning(
                cap, first, least, most, newReads, newWrites, longest, steps, pace, loss);
    }
}
