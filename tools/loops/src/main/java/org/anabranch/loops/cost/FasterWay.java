package org.anabranch.loops.cost;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * A choice between two ways to run the same work, by measured time. Each way runs twice at first,
 * because the first run includes one-time costs. Later the slower way is run again from time to
 * time, in rows of calls, longer ones while it is in doubt, because code gets faster when it is
 * compiled and its data are in the caches. The extra time of these runs is at most one hundredth of
 * the total; at first it may be half of the total, up to a limit. If the last run of the slower way
 * was faster than those before, its time may still include one-time costs, and counts less after
 * each trial that was too dear.
 *
 * <p>If the first way is expected to take long, the second one is taken from the start. A trial of
 * the first way is then the beginning of a run, until that is expected to be the slower way; the
 * whole of a run only if a hundredth of the total pays for the worst case. Thread-safe.
 */
final class FasterWay {
    private static final int TRIALS = 4;

    /**
     * The largest number of calls between two later trials; at first it is the number of calls
     * since the other way became the slower one.
     */
    private static final int CALLS_APART = 64;

    private static final int FIRST_AGAIN = 8;

    /** The number of runs after which a way may be settled, and how much faster it is. */
    private static final int SETTLED = 4 * CALLS_APART;

    private static final double CLEARLY = 1.1;

    /** The second way is in doubt up to so many times the time of the first. */
    private static final double DOUBTFUL = 2;

    /** The part of the least time so far below which a call of a trial is worth another one. */
    private static final double IMPROVED = 0.95;

    private static final double SHARE = 0.01;
    private static final double FIRST_SHARE = 0.5;

    /**
     * The factor by which a trial that is too dear lowers the time expected of an improving way.
     */
    private static final double BELIEF = 0.5;

    /** The expected time of the first way from which its trials are the beginning of a run. */
    private static final double LONG_NANOS = 5e6;

    /** The number of trials without success after which unmeasured runs pay the least for more. */
    private static final int MOST_FAILED = 5;

    /** The part of a run of the second way that the trial of the first way takes at least. */
    private static final double LEAST_TRIAL = 1.0 / 64;

    /**
     * The weight of one call in an average: small, since another program, or a compiler, may have a
     * processor for tens of calls.
     */
    private static final double WEIGHT = 1.0 / 32;

    /** The factor by which one call may raise the estimate. */
    private static final double MOST_GROWTH = 1.25;

    private final double firstNanos;
    private final int slowest;

    @GuardedBy("this")
    private final double[] nanos = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    @GuardedBy("this")
    private boolean firstIsTried;

    @GuardedBy("this")
    private long begun;

    @GuardedBy("this")
    private long ended;

    /** The first call that may be the next trial. */
    @GuardedBy("this")
    private long again = FIRST_AGAIN;

    /** The call after which the other way became the faster one. */
    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private final TrialRow trial = new TrialRow();

    /** The number of trials since the other way became the faster one. */
    @GuardedBy("this")
    private int failed;

    /** True for a way whose last run was faster than those before. */
    @GuardedBy("this")
    private final boolean[] improves = new boolean[2];

    /** The part of the slower way's time that it is expected to take now. */
    @GuardedBy("this")
    private double believed = 1;

    /** The number of runs of each way. */
    @GuardedBy("this")
    private final int[] runs = new int[2];

    /** The time of both ways after the first trials. */
    @GuardedBy("this")
    private double spent;

    /**
     * The part of that by which the slower way took longer than the faster one, without its first
     * run.
     */
    @GuardedBy("this")
    private double lost;

    /**
     * Creates a choice.
     *
     * @param firstNanos the time that the first trials may take more than the faster way
     * @param slowest how many times as long as the second way the first one takes at most
     */
    FasterWay(double firstNanos, int slowest) {
        this.firstNanos = firstNanos;
        this.slowest = slowest;
    }

    /**
     * Begins the next run.
     *
     * @param expected the nanoseconds that the first way is expected to take, as far as it was not
     *     measured
     * @return true if it is to take the second way, perhaps after a {@linkplain #takeTrial trial}
     *     of the first way
     */
    synchronized boolean secondIsNext(double expected) {
        begun++;
        boolean inPieces = expected >= LONG_NANOS;
        if (inPieces ? nanos[1] == Double.POSITIVE_INFINITY : begun <= TRIALS) {
            return inPieces || begun % 2 == 0;
        }
        boolean second = nanos[1] < nanos[0];
        int slower = second ? 0 : 1;
        if (continuesTrial(slower)) {
            return slower == 1;
        }
        if (begun < again) {
            return second;
        }
        double more = inARow(slower) * more(slower, expected);
        boolean whole = lost + more <= allowed(slower, expected);
        firstIsTried = second && inPieces && !whole;
        boolean isTooDear = !whole && !firstIsTried && improves[slower];
        if (whole || firstIsTried || isTooDear) {
            again = begun + Math.min(begun - since, CALLS_APART);
        }
        believed *= isTooDear ? BELIEF : 1;
        if (whole) {
            trial.begin(slower);
            failed++;
        }
        return whole != second;
    }

    @GuardedBy("this")
    private boolean continuesTrial(int slower) {
        if (trial.goesOn(slower) && lost + more(slower, 0) <= allowed(slower, 0)) {
            trial.next();
            return true;
        }
        trial.end();
        return false;
    }

    /** Returns how many calls in a row a trial has. */
    @GuardedBy("this")
    private int inARow(int way) {
        if (nanos[1 - way] >= LONG_NANOS) {
            return 1;
        }
        return way == 1 && isInDoubt() ? trial.doubtful() : TrialRow.FEWEST;
    }

    @GuardedBy("this")
    private boolean isInDoubt() {
        return nanos[1] < DOUBTFUL * nanos[0];
    }

    /** Returns the time that a run of the slower way is expected to take more than the other. */
    @GuardedBy("this")
    private double more(int slower, double expected) {
        if (nanos[slower] < Double.POSITIVE_INFINITY) {
            return Math.max(0, believed * nanos[slower] - nanos[1 - slower]);
        }
        return expected >= LONG_NANOS ? (slowest - 1) * nanos[1] : expected;
    }

    /** Returns the time that all trials may have taken in addition by now. */
    @GuardedBy("this")
    private double allowed(int slower, double expected) {
        boolean isLong = nanos[slower] == Double.POSITIVE_INFINITY && expected >= LONG_NANOS;
        return SHARE * spent + (isLong ? 0 : Math.min(FIRST_SHARE * spent, firstNanos));
    }

    /**
     * {@return true if the first way was clearly the faster one in many runs, and the second one
     * was run more often than for a first time}
     */
    synchronized boolean firstIsSettled() {
        boolean isKnown = runs[1] > (isInDoubt() ? TrialRow.MOST : TrialRow.FEWEST);
        return ended > SETTLED && isKnown && nanos[0] * CLEARLY < nanos[1];
    }

    /** {@return true, once, if a run of the second way is to begin with a trial of the first} */
    synchronized boolean takeTrial() {
        boolean due = firstIsTried;
        firstIsTried = false;
        return due;
    }

    /** {@return true if the second way has been measured} */
    synchronized boolean knowsSecond() {
        return nanos[1] < Double.POSITIVE_INFINITY;
    }

    /**
     * Returns true if a trial of the first way is to end, since that is the slower way.
     *
     * @param so the nanoseconds of the trial so far
     * @param rest the nanoseconds that the rest would take in the first way
     */
    synchronized boolean endsTrial(double so, double rest) {
        return so > nanos[1] * LEAST_TRIAL && so + rest > nanos[1];
    }

    /**
     * Records the time of a run: averages it with the previous estimate, or replaces that if the
     * time is much less.
     *
     * @param second true if it took the second way
     * @param time in nanoseconds
     */
    public synchronized void took(boolean second, long time) {
        boolean secondWasFaster = nanos[1] < nanos[0];
        record(second ? 1 : 0, time);
        if (ended > TRIALS && nanos[1] < nanos[0] != secondWasFaster) {
            since = begun;
            again = begun + FIRST_AGAIN;
            failed = 0;
        }
    }

    /**
     * Records runs of the first way that were not measured. The more trials have failed, the less
     * these pay for others.
     *
     * @param time of all of them, as estimated
     */
    synchronized void ranUnmeasured(double time) {
        spent += time / (1 << Math.min(failed, MOST_FAILED));
    }

    @GuardedBy("this")
    private void record(int way, long time) {
        ended++;
        runs[way]++;
        if (ended > TRIALS) {
            boolean isLoss = runs[way] > 1 && nanos[way] > nanos[1 - way];
            spent += time;
            lost += isLoss ? Math.max(0, time - nanos[1 - way]) : 0;
        }
        double before = nanos[way];
        improves[way] = time < before * IMPROVED;
        believed = before > nanos[1 - way] ? 1 : believed;
        if (trial.isOf(way)) {
            nanos[way] = Math.min(time, trial.isUntimed() ? before * MOST_GROWTH : before);
            trial.took(inARow(way), improves[way], way == 1 && isInDoubt());
        } else {
            nanos[way] = estimate(before, time, WEIGHT, WEIGHT);
        }
    }

    /**
     * Returns the next estimate of a time: a moving average, or what a call took if that is much
     * less. A call that was much slower changes it little: it may have been interrupted.
     *
     * @param down the weight of a faster call
     * @param up the weight of a slower call
     */
    static double estimate(double before, double time, double down, double up) {
        if (time < before / 2) {
            return time;
        }
        double weight = time < before ? down : up;
        return Math.min(before + weight * (time - before), before * MOST_GROWTH);
    }
}
