package org.anabranch.loops.run;

/**
 * The recent time of one iteration for the bodies of one class: it decides where loops run, never
 * if they may. Thread-safe; a lost update does no harm.
 */
final class IterationTime {
    private volatile double nanos = Double.POSITIVE_INFINITY;

    /** Returns the expected time of so many iterations; a large value as long as it is unknown. */
    double nanosOf(long count) {
        return nanos * count;
    }

    /** Records the latest time. */
    void set(long busy, long count) {
        nanos = (double) busy / count;
    }
}
