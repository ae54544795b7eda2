package org.anabranch.benchmarks;

/** A workload on one contestant, ready to be run again and again by one thread. */
@FunctionalInterface
interface Program extends AutoCloseable {

    /** Runs it once to the end; throws if it returned something wrong. */
    void run();

    /**
     * Looks, out of the measured time, at what the runs so far have left.
     *
     * @param runs how often it was run
     */
    default void check(long runs) {}

    @Override
    default void close() {}

    /** Throws if what was computed is not what it should be. */
    static void require(String what, long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException(what + ": " + found + " instead of " + expected);
        }
    }
}
