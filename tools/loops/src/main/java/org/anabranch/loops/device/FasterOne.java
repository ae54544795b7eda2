package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Which one of two ways to do a thing has been faster. Each is tried twice, since the first time
 * includes what is done once. Later the slower one is tried again now and then, as far as all these
 * trials have taken no more than a hundredth of the time beyond what the faster one takes. Safe for
 * use by any thread.
 */
final class FasterOne {
    private static final int TRIALS = 4;

    /** From one later trial to the next, at least. */
    private static final int CALLS_APART = 64;

    private static final double SHARE = 0.01;

    @GuardedBy("this")
    private final double[] nanos = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private long again = CALLS_APART;

    /** After the first trials: by either way. */
    @GuardedBy("this")
    private double spent;

    /** Of that, what the slower one has taken longer than the faster one. */
    @GuardedBy("this")
    private double lost;

    /** Begins the next one: whether by the second way. */
    synchronized boolean secondIsNext() {
        begun++;
        if (begun <= TRIALS) {
            return begun % 2 == 0;
        }
        boolean second = nanos[1] < nanos[0];
        int slower = second ? 0 : 1;
        double more = nanos[slower] - nanos[1 - slower];
        if (begun < again || !(lost + more <= SHARE * spent)) {
            return second;
        }
        again = begun + CALLS_APART;
        nanos[slower] = Double.POSITIVE_INFINITY; // what it takes now counts
        return !second;
    }

    /** What one took: half of it is what was known before, or all if it is much less now. */
    synchronized void took(boolean second, long time) {
        int way = second ? 1 : 0;
        ended++;
        if (ended > TRIALS) {
            spent += time;
            lost += nanos[way] > nanos[1 - way] ? Math.max(0, time - nanos[1 - way]) : 0;
        }
        nanos[way] = time < nanos[way] / 2 ? time : (nanos[way] + time) / 2;
    }
}
