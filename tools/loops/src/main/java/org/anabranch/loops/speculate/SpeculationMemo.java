package org.anabranch.loops.speculate;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The measured times and counts of the runs of one body with about as many iterations. They choose
 * the mode, never a result. Thread-safe.
 */
final class SpeculationMemo {
    /** The calls in order at first, of which the first one includes one-time costs. */
    private static final int IN_ORDER = 2;

    /** The calls for which a mode that has lost stays unused, at first and at most. */
    private static final int PAUSE = 8;

    private static final int MOST_PAUSE = 4096;

    /** The key of a body's memo. */
    record Key(int magnitude) {
        static Key of(long iterations) {
            return new Key(Long.SIZE - Long.numberOfLeadingZeros(iterations));
        }
    }

    @GuardedBy("this")
    private int measured;

    @GuardedBy("this")
    private double pace;

    @GuardedBy("this")
    private double speculated;

    @GuardedBy("this")
    private SpeculationFigures counted;

    @GuardedBy("this")
    private int pause;

    @GuardedBy("this")
    private int paused;

    /** Returns true if the time in order is to be measured. */
    synchronized boolean isUnmeasured() {
        return measured < IN_ORDER;
    }

    synchronized SpeculationCost cost(int reads, int writes) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new SpeculationCost(pace, reads, writes, processors, speculated);
    }

    synchronized SpeculationFigures counted() {
        return counted;
    }

    synchronized void ranInOrder(double nanos) {
        measured++;
        pace = measured == 1 ? nanos : Math.min(pace, nanos);
    }

    /**
     * Records a speculative run.
     *
     * @param figures its counts
     * @param nanos time of an iteration; of one that was given up more than that in order
     */
    synchronized void ranSpeculated(SpeculationFigures figures, double nanos) {
        counted = figures;
        boolean lost = figures.left() > 0 || nanos > pace;
        if (lost) {
            speculated = Math.max(nanos, 2 * pace);
            pause = pause == 0 ? PAUSE : Math.min(MOST_PAUSE, 2 * pause);
            paused = 0;
        } else {
            speculated = nanos;
            pause = 0;
        }
    }

    /** Records that a call runs in order; after a pause speculating counts as untried. */
    synchronized void passed() {
        paused++;
        if (pause > 0 && paused >= pause) {
            speculated = 0;
            counted = null;
        }
    }
}
