package org.anabranch.benchmarks;

/** A workload prepared for one contestant, to be run repeatedly by one thread. */
@FunctionalInterface
interface MeasuredProgram extends AutoCloseable {

    /** Runs the workload once; throws if the result is wrong. */
    void run();

    /**
     * Checks the state left by the runs so far, outside the measured time.
     *
     * @param runs number of runs
     */
    default void check(long runs) {}

    @Override
    default void close() {}

    /** Throws if a result is not the expected one. */
    static void require(String what, long expected, long found) {
        if (expected != found) {
            throw new IllegalStateException(what + ": " + found + " instead of " + expected);
        }
    }
}
