package org.anabranch.loops.run;

/**
 * How long an iteration of the bodies of one class takes, as seen lately: it chooses where loops
 * run, never whether they may. Safe for use by any thread; a lost update does no harm.
 */
final class Pace {
    private volatile double nanos = Double.POSITIVE_INFINITY;

    /** How long so many iterations will take; much, as long as nothing is known. */
    double nanosOf(long count) {
        return nanos * count;
    }

    /** Keeps what was seen last. */
    void set(long busy, long count) {
        nanos = (double) busy / count;
    }
}
