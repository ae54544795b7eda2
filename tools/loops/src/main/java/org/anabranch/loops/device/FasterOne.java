package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Which one of two ways to do a thing has been faster. Each is tried twice, since the first time
 * includes what is done once. Later the slower one is tried again now and then, as far as all these
 * trials have taken no more than a hundredth of the time beyond what the faster one takes; at first
 * half of the time, but not more than 50 ms in all, since what a compiler has not come to yet gets
 * faster. Safe for use by any thread.
 */
final class FasterOne {
    private static final int TRIALS = 4;

    /** From one later trial to the next, at least; at first it is as many as there were. */
    private static final int CALLS_APART = 64;

    private static final int FIRST_AGAIN = 8;
    private static final int NONE = -1;

    private static final double SHARE = 0.01;
    private static final double FIRST_SHARE = 0.5;
    private static final double FIRST_NANOS = 50e6;

    @GuardedBy("this")
    private final double[] nanos = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private long again = FIRST_AGAIN;

    /** The way that is being tried: what it has taken before does not count, or none. */
    @GuardedBy("this")
    private int forgotten = NONE;

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
        double allowed = SHARE * spent + Math.min(FIRST_SHARE * spent, FIRST_NANOS);
        if (begun < again || !(lost + more <= allowed)) {
            return second;
        }
        again = begun + Math.min(begun, CALLS_APART);
        forgotten = slower;
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
        boolean anew = forgotten == way || time < nanos[way] / 2;
        nanos[way] = anew ? time : (nanos[way] + time) / 2;
        forgotten = forgotten == way ? NONE : forgotten;
    }
}
