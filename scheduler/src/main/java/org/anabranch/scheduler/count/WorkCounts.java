package org.anabranch.scheduler.count;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * What was done in a domain by all programs, or by one of them: that is counted for all, too.
 * Without memory a count may be missed, and nothing is thrown. Of any thread.
 */
public final class WorkCounts {
    /** What is counted. */
    public enum Sum {
        ACTIONS,
        FAILED,
        STOLEN_LOCALLY,
        STOLEN_AWAY,
        STOLEN_HERE,
        BYTES_IN,
        BYTES_OUT,
        TRANSFERS_IN,
        TRANSFERS_OUT,
        BUSY_NANOS
    }

    /** Those of all programs, or null if these are. */
    private final WorkCounts all;

    /** Whether the domain is gone. */
    private volatile boolean over;

    private final LongAdder[] sums =
            Stream.generate(LongAdder::new).limit(Sum.values().length).toArray(LongAdder[]::new);

    public WorkCounts(WorkCounts all) {
        this.all = all;
    }

    private void add(Sum what, long number) {
        try {
            sums[what.ordinal()].add(number); // makes a cell for each of several threads
        } catch (OutOfMemoryError full) {
            return; // who counts has something to end
        }
        if (all != null) {
            all.add(what, number);
        }
    }

    public long get(Sum what) {
        return sums[what.ordinal()].sum();
    }

    /** An action has ended. */
    public void ended(boolean well) {
        add(Sum.ACTIONS, 1);
        if (!well) {
            add(Sum.FAILED, 1);
        }
    }

    /** An operation ran, or is running, for so long. */
    public void busy(long nanos) {
        add(Sum.BUSY_NANOS, nanos);
    }

    /** A transfer to the domain has ended. */
    public void broughtIn(long bytes) {
        add(Sum.TRANSFERS_IN, 1);
        add(Sum.BYTES_IN, bytes);
    }

    /** A transfer from the domain has ended. */
    public void tookOut(long bytes) {
        add(Sum.TRANSFERS_OUT, 1);
        add(Sum.BYTES_OUT, bytes);
    }

    /** A worker of the domain took a task from another one. */
    public void stoleLocally() {
        add(Sum.STOLEN_LOCALLY, 1);
    }

    /** The domain took a piece from another one. */
    public void stoleHere() {
        add(Sum.STOLEN_HERE, 1);
    }

    /** Another domain took a piece from it. */
    public void lostAway() {
        add(Sum.STOLEN_AWAY, 1);
    }

    /** The domain is gone. */
    public void end() {
        over = true;
    }

    public boolean isOver() {
        return over;
    }
}
