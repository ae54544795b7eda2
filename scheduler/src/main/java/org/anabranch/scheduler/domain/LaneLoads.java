package org.anabranch.scheduler.domain;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongBinaryOperator;

/**
 * The loads of a device's lanes, and the choice of the lane for an operation: the lane whose newest
 * operation is its predecessor, so that the lane's own order suffices, otherwise one with the least
 * load. Thread-safe.
 */
final class LaneLoads {
    /** Linked here: in a full heap the first end of an operation could not link it. */
    private static final LongBinaryOperator LATER = Math::max;

    /** Called when a lane gets an operation after it was idle. */
    private final Runnable begins;

    private final AtomicIntegerArray loads;

    /** The ticket that each lane was given last. */
    private final AtomicLongArray newest;

    /** When an operation last left the lane, to others or idle. */
    private final AtomicLongArray left;

    /** The time until which the lane has been logged. */
    private final AtomicLongArray told;

    LaneLoads(Runnable begins, int lanes) {
        this.begins = begins;
        this.loads = new AtomicIntegerArray(lanes);
        this.newest = new AtomicLongArray(lanes);
        this.left = new AtomicLongArray(lanes);
        this.told = new AtomicLongArray(lanes);
        for (int lane = 0; lane < lanes; lane++) {
            left.set(lane, Long.MIN_VALUE);
            told.set(lane, Long.MIN_VALUE);
        }
    }

    /**
     * Takes a position on a lane. Threads that arrive at the same time with independent operations
     * take different lanes while one is free, so that neither operation waits for the other.
     */
    int enter(long[] after) {
        int last = laneOfLast(after);
        if (last >= 0) {
            return entered(last, loads.getAndIncrement(last));
        }
        while (true) {
            int least = leastLoad();
            for (int lane = 0; lane < loads.length(); lane++) {
                if (loads.compareAndSet(lane, least, least + 1)) {
                    return entered(lane, least);
                }
            }
        }
    }

    private int entered(int lane, int before) {
        if (before == 0) {
            begins.run();
        }
        return lane;
    }

    /** The lane is given an operation of this ticket. */
    void put(int lane, long ticket) {
        newest.lazySet(lane, ticket);
    }

    /**
     * An operation leaves. Those of one lane may say so on several threads, late and out of order:
     * so what counts is when each came, not whether it found the lane idle.
     *
     * @param entered when it came
     * @param now when it ended
     * @return since when it had the lane to itself, at most {@code now}
     */
    long leave(int lane, long entered, long now) {
        long before = left.getAndAccumulate(lane, now, LATER);
        loads.decrementAndGet(lane);
        return Math.min(now, Math.max(before, entered));
    }

    /**
     * Returns the begin of a logged operation of a lane. Such intervals do not overlap, whatever
     * clocks report.
     *
     * @param began as reported
     * @param ended at least {@code began}
     * @return {@code began}, or later
     */
    long toldFrom(int lane, long began, long ended) {
        long before = told.getAndAccumulate(lane, ended, LATER);
        return Math.min(ended, Math.max(before, began));
    }

    /** Returns true if an operation is under way. */
    boolean areBusy() {
        for (int lane = 0; lane < loads.length(); lane++) {
            if (loads.get(lane) > 0) {
                return true;
            }
        }
        return false;
    }

    /** The lane whose newest operation is one of these, or -1. */
    private int laneOfLast(long[] after) {
        for (long before : after) {
            for (int lane = 0; lane < newest.length(); lane++) {
                if (newest.get(lane) == before) {
                    return lane;
                }
            }
        }
        return -1;
    }

    private int leastLoad() {
        int least = loads.get(0);
        for (int lane = 1; lane < loads.length(); lane++) {
            least = Math.min(least, loads.get(lane));
        }
        return least;
    }

    /** A lane for an operation that takes no place. */
    int leastLoaded() {
        int best = 0;
        for (int lane = 1; lane < loads.length(); lane++) {
            best = loads.get(lane) < loads.get(best) ? lane : best;
        }
        return best;
    }
}
