package org.anabranch.loops.cost;

/**
 * The expected time of the next verdict on a loop: before the first one, that of the latest first
 * verdict on any loop.
 */
final class VerdictCost {
    private static final double AT_START = 3e6;

    /** The limit of what a slow start, or a busy machine, adds. */
    private static final double MOST = 20e6;

    /** The latest first verdict of any loop. */
    private static volatile double first = AT_START;

    private volatile double latest;

    double expected() {
        double known = latest;
        return known == 0 ? first : known;
    }

    void took(long nanos) {
        if (latest == 0) {
            first = (first + Math.min(nanos, MOST)) / 2;
        }
        latest = Math.max(nanos, 1);
    }
}
