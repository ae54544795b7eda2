package org.anabranch.loops.speculate;

/**
 * The counts of a speculative run.
 *
 * @param iterations those that were committed
 * @param windows number of windows
 * @param rounds number of rounds of all windows: the first, and one each time iterations ran again
 * @param mostRounds of one window
 * @param again iterations that ran again
 * @param inJava iterations that ran in Java, because of an exception or a limit of the log
 * @param shared elements that more than one iteration of a window wrote, counted for each other one
 * @param left iterations that ran in order because speculating was not worth it
 */
public record SpeculationFigures(
        long iterations,
        long windows,
        long rounds,
        int mostRounds,
        long again,
        long inJava,
        long shared,
        long left) {

    /** {@return the share of the iterations that ran again} */
    public double density() {
        return iterations == 0 ? 0 : (double) again / iterations;
    }

    @Override
    public String toString() {
        String rest = left > 0 ? ", " + left + " left to run in order" : "";
        return "%d rounds in %d windows, %d of %d iterations again, %d in Java%s"
                .formatted(rounds, windows, again, iterations, inJava, rest);
    }
}
