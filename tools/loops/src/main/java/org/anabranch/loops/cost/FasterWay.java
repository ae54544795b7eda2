package org.anabranch.loops.cost;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * A choice between two ways to run the same work, by measured time. Each way runs twice at first,
 * because the first run includes one-time costs. Later the slower way is run again from time to
 * time, because compiled code gets faster. The extra time of these runs is at most one hundredth of
 * the total; at first it may be half of the total, but at most 50 ms, or another limit.
 * Thread-safe.
 */
public final class FasterWay {
    private static final int TRIALS = 4;

    /**
     * The largest number of calls between two later trials; at first it is the number of calls so
     * far.
     */
    private static final int CALLS_APART = 64;

    private static final int FIRST_AGAIN = 8;
    private static final int NONE = -1;

    private static final double SHARE = 0.01;
    private static final double FIRST_SHARE = 0.5;
    private static final double FIRST_NANOS = 50e6;

    /** The factor by which one call may raise the estimate. */
    private static final double MOST_GROWTH = 1.25;

    private final double firstNanos;

    @GuardedBy("this")
    private final double[] nanos = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    @GuardedBy("this")
    private long again = FIRST_AGAIN;

    /** The way under trial, whose previous times do not count, or {@code NONE}. */
    @GuardedBy("this")
    private int forgotten = NONE;

    /** The time of both ways after the first trials. */
    @GuardedBy("this")
    private double spent;

    /** The part of that by which the slower way took longer than the faster one. */
    @GuardedBy("this")
    private double lost;

    /** Creates a choice whose first trials may take 50 ms more than the faster way. */
    public FasterWay() {
        this(FIRST_NANOS);
    }

    /**
     * Creates a choice.
     *
     * @param firstNanos the time that the first trials may take more than the faster way
     */
    FasterWay(double firstNanos) {
        this.firstNanos = firstNanos;
    }

    /**
     * Begins the next run.
     *
     * @return true if it is to take the second way
     */
    public synchronized boolean secondIsNext() {
        begun++;
        if (begun <= TRIALS) {
            return begun % 2 == 0;
        }
        boolean second = nanos[1] < nanos[0];
        int slower = second ? 0 : 1;
        double more = nanos[slower] - nanos[1 - slower];
        double allowed = SHARE * spent + Math.min(FIRST_SHARE * spent, firstNanos);
        if (begun < again || !(lost + more <= allowed)) {
            return second;
        }
        again = begun + Math.min(begun, CALLS_APART);
        forgotten = slower;
        return !second;
    }

    /**
     * Records the time of a run: averages it with the previous estimate, or replaces that if the
     * time is much less.
     *
     * @param second true if it took the second way
     * @param time in nanoseconds
     */
    public synchronized void took(boolean second, long time) {
        int way = second ? 1 : 0;
        ended++;
        if (ended > TRIALS) {
            spent += time;
            lost += nanos[way] > nanos[1 - way] ? Math.max(0, time - nanos[1 - way]) : 0;
        }
        double before = nanos[way];
        boolean anew = forgotten == way || time < before / 2;
        double now = anew ? time : (before + time) / 2;
        // one call that was interrupted for long says little
        nanos[way] = Math.min(now, before * MOST_GROWTH);
        forgotten = forgotten == way ? NONE : forgotten;
    }
}
