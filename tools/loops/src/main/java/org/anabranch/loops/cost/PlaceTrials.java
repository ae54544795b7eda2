package org.anabranch.loops.cost;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.Arrays;

/**
 * A choice among places where a proved loop can run, by measured time: the host, and devices. The
 * host has the loop at first. Another place is tried with a small piece of a call. If that takes
 * little time but does not gain, larger pieces tell how much of the time is the same for all
 * pieces. Each size runs twice unless it gains at once, because the first run includes one-time
 * costs: drivers compile for a size. A place that is expected to gain gets the following calls. One
 * that loses is tried again when a hundredth of the loop's time pays for that. Thread-safe.
 */
public final class PlaceTrials {
    /** The weights of a faster and of a slower run in the estimate of a time. */
    private static final double FASTER = 0.5;

    private static final double SLOWER = 0.125;

    /** The time of a loop before any place but the host is tried: a kernel is compiled for that. */
    private static final double FIRST_NANOS = 50e6;

    /** The part of a call that the first pieces are, and the last ones. */
    private static final long SMALL_PART = 64;

    private static final long LARGE_PART = 4;

    /** The ratio of the size of pieces to that of the ones before. */
    private static final long GROWTH = 4;

    private static final int RUNS = 2;

    /**
     * The part of a call's time, or the time, that a piece takes at most if a larger one follows.
     */
    private static final double LITTLE = 0.25;

    private static final double LITTLE_NANOS = 20e6;

    /**
     * The ratio of the times of a piece and a smaller one below which most does not depend on it.
     */
    private static final double MOSTLY_FIXED = 2;

    private static final double SHARE = 0.01;
    private static final int CALLS_APART = 64;

    /** The ratio of times above which two places together gain little. */
    private static final double UNLIKE = 4;

    /**
     * Where a call runs.
     *
     * @param place of the call
     * @param trial the place that runs a piece of it before
     * @param size the iterations of the piece; 0 for none
     */
    public record Choice(int place, int trial, long size) {}

    /** The trials of a place. */
    private static final class Tried {
        /** Nanoseconds of a whole call, measured or expected. */
        private double nanos = Double.POSITIVE_INFINITY;

        private int wholeRuns;
        private boolean isMeasured;

        /** True if the pieces so far did not gain. */
        private boolean hasLost;

        /** The part of a call that the current pieces are. */
        private long part = SMALL_PART;

        private int runs;

        /** The shortest time of the current pieces. */
        private double time;

        /** The time of the smaller pieces before. */
        private double timeBefore;

        private long again;

        /** Returns the expected time of a whole call. */
        double expected(long size, long count) {
            double each = time / size;
            long before = Math.max(1, count / (part * GROWTH));
            if (part < SMALL_PART && size > before) {
                each = Math.max(0, time - timeBefore) / (size - before);
            }
            return time + each * (count - size);
        }
    }

    @GuardedBy("this")
    private final Tried[] places;

    @GuardedBy("this")
    private long calls;

    /** The time of calls, without pieces elsewhere. */
    @GuardedBy("this")
    private double spent;

    /** The time of trials that did not gain, without that of compiling. */
    @GuardedBy("this")
    private double lost;

    /**
     * Creates a choice.
     *
     * @param places their number: the host, devices, and, if there are three, both together
     */
    public PlaceTrials(int places) {
        this.places = new Tried[places];
        Arrays.setAll(this.places, place -> new Tried());
    }

    /**
     * Begins the next call.
     *
     * @param count its number of iterations
     * @return where it runs
     */
    public synchronized Choice next(long count) {
        calls++;
        int best = best();
        for (int place = 0; place < places.length && spent >= FIRST_NANOS; place++) {
            Tried one = places[place];
            if (place != best && isDue(place, best)) {
                if (one.isMeasured || one.hasLost) {
                    one.again = calls + Math.min(calls, CALLS_APART);
                    one.hasLost = false;
                    one.runs = 0;
                }
                return one.isMeasured
                        ? new Choice(place, place, 0)
                        : new Choice(best, place, Math.max(1, count / one.part));
            }
        }
        return new Choice(best, best, 0);
    }

    /** {@return where the rest of a call runs, which is not measured} */
    public synchronized Choice rest() {
        return new Choice(best(), best(), 0);
    }

    /** {@return the place with the shortest time} */
    public synchronized int best() {
        int best = 0;
        for (int place = 1; place < places.length; place++) {
            best = places[place].nanos < places[best].nanos ? place : best;
        }
        return best;
    }

    @GuardedBy("this")
    private boolean isDue(int place, int best) {
        Tried one = places[place];
        if (calls < one.again || place == 2 && !areAlike(places[0], places[1])) {
            return false;
        }
        if (one.isMeasured) {
            return lost + one.nanos - places[best].nanos <= SHARE * spent;
        }
        return !one.hasLost || lost + RUNS * one.time <= SHARE * spent;
    }

    /** Returns true if two places have been tried, and are so alike that sharing may gain. */
    private static boolean areAlike(Tried host, Tried devices) {
        return (devices.isMeasured || devices.hasLost)
                && host.nanos < UNLIKE * devices.nanos
                && devices.nanos < UNLIKE * host.nanos;
    }

    /**
     * Records a call.
     *
     * @param place where it ran
     * @param nanos its time; if a piece ran elsewhere, that for all iterations
     */
    public synchronized void took(int place, double nanos) {
        Tried one = places[place];
        double best = places[best()].nanos;
        spent += nanos;
        lost += one.isMeasured && best < one.nanos ? Math.max(0, nanos - best) : 0;
        one.wholeRuns++;
        if (!one.isMeasured && one.wholeRuns < RUNS && nanos > one.nanos) {
            return;
        }
        one.nanos = one.isMeasured ? FasterWay.estimate(one.nanos, nanos, FASTER, SLOWER) : nanos;
        one.isMeasured = true;
    }

    /**
     * Records a piece.
     *
     * @param place where it ran
     * @param size its iterations
     * @param count those of the call
     * @param nanos its time
     */
    public synchronized void tried(int place, long size, long count, double nanos) {
        Tried one = places[place];
        one.time = one.runs == 0 ? nanos : Math.min(one.time, nanos);
        one.runs++;
        double best = places[best()].nanos;
        double all = one.expected(size, count);
        if (all < best) {
            one.nanos = all;
        } else if (one.runs == RUNS) {
            lost += RUNS * one.time;
            boolean isLittle = one.time < Math.max(best * LITTLE, LITTLE_NANOS);
            boolean isFixed = one.part == SMALL_PART || one.time < one.timeBefore * MOSTLY_FIXED;
            if (isLittle && isFixed && one.part > LARGE_PART) {
                one.part /= GROWTH;
                one.timeBefore = one.time;
                one.runs = 0;
            } else {
                one.nanos = all;
                one.hasLost = true;
            }
        }
    }

    /**
     * Records a piece that a place has refused.
     *
     * @param place the place
     * @param nanos the time until it refused
     */
    public synchronized void refused(int place, double nanos) {
        Tried one = places[place];
        lost += nanos;
        one.time = nanos;
        one.hasLost = true;
    }
}
