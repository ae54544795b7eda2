package org.anabranch.scheduler.count;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The work counts of a domain, for all programs or for one. Each program has its own counts, which
 * are added up on request, so that an action is counted once. Without memory a count may be missed,
 * and no exception is thrown. Thread-safe.
 */
public final class WorkCounts {
    private static final Sum[] SUMS = Sum.values();

    /** The counted quantities. */
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

    /** Those of programs that are there. */
    @GuardedBy("this")
    private final Set<WorkCounts> programs = new HashSet<>();

    /** The amounts that the counts of all programs have taken over. */
    @GuardedBy("all")
    private final long[] handedOver = new long[SUMS.length];

    /** True if the domain is gone. */
    private volatile boolean over;

    /** True if the program has ended: later counts are handed over immediately. */
    private volatile boolean ended;

    private final LongAdder[] sums =
            Stream.generate(LongAdder::new).limit(SUMS.length).toArray(LongAdder[]::new);

    /** Of no program, or of all. */
    public WorkCounts() {
        this.all = null;
    }

    private WorkCounts(WorkCounts all) {
        this.all = all;
    }

    /** {@return those of one more program in this domain} */
    public synchronized WorkCounts ofProgram() {
        WorkCounts one = new WorkCounts(this);
        programs.add(one);
        return one;
    }

    private void add(Sum what, long number) {
        try {
            sums[what.ordinal()].add(number); // makes a cell for each of several threads
        } catch (OutOfMemoryError full) {
            return; // the caller has an operation to end
        }
        if (ended) {
            handOver();
        }
    }

    public long get(Sum what) {
        return all == null ? ofAll(what) : sums[what.ordinal()].sum();
    }

    private synchronized long ofAll(Sum what) {
        long sum = sums[what.ordinal()].sum();
        for (WorkCounts one : programs) {
            sum += one.sums[what.ordinal()].sum();
        }
        return sum;
    }

    /** The program has ended: what it did is counted for all, and these may be forgotten. */
    public void endProgram() {
        ended = true;
        handOver();
    }

    private void handOver() {
        synchronized (all) {
            all.programs.remove(this);
            for (Sum what : SUMS) {
                long sum = sums[what.ordinal()].sum();
                all.add(what, sum - handedOver[what.ordinal()]);
                handedOver[what.ordinal()] = sum;
            }
        }
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
