package org.anabranch.loops.device;

/**
 * Which one of two ways to do a thing has been faster. Each is tried twice, since the first time
 * includes what is done once; then the slower one is tried again ever more seldom, so that trials
 * cost less and less of all. Safe for use by any thread.
 */
final class FasterOne {
    private static final int TRIALS = 4;
    private static final int FIRST_AGAIN = 64;

    private final double[] nanos = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private long begun;
    private long again = FIRST_AGAIN;

    /** Begins the next one: whether by the second way. */
    synchronized boolean secondIsNext() {
        begun++;
        if (begun <= TRIALS) {
            return begun % 2 == 0;
        }
        boolean second = nanos[1] < nanos[0];
        if (begun < again) {
            return second;
        }
        again *= 2;
        nanos[second ? 0 : 1] = Double.POSITIVE_INFINITY; // what it takes now counts
        return !second;
    }

    /** What one took: half of it is what was known before, or all if it is much less now. */
    synchronized void took(boolean second, long time) {
        int way = second ? 1 : 0;
        nanos[way] = time < nanos[way] / 2 ? time : (nanos[way] + time) / 2;
    }
}
