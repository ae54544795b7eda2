package org.anabranch.scheduler.count;

import java.util.concurrent.atomic.LongAdder;

/**
 * What was done in a domain by all programs, or by one of them: that is counted for all, too. Of
 * any thread.
 */
public final class WorkCounts {
    /** Those of all programs, or null if these are. */
    private final WorkCounts all;

    /** Whether the domain is gone. */
    private volatile boolean over;

    private final LongAdder actions = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder stolenLocally = new LongAdder();
    private final LongAdder stolenAway = new LongAdder();
    private final LongAdder stolenHere = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder transfersIn = new LongAdder();
    private final LongAdder transfersOut = new LongAdder();
    private final LongAdder busyNanos = new LongAdder();

    public WorkCounts(WorkCounts all) {
        this.all = all;
    }

    /** An action has ended. */
    public void ended(boolean well) {
        actions.increment();
        if (!well) {
            failed.increment();
        }
        if (all != null) {
            all.ended(well);
        }
    }

    /** An operation ran, or is running, for so long. */
    public void busy(long nanos) {
        busyNanos.add(nanos);
        if (all != null) {
            all.busy(nanos);
        }
    }

    /** A transfer to the domain has ended. */
    public void broughtIn(long bytes) {
        transfersIn.increment();
        bytesIn.add(bytes);
        if (all != null) {
            all.broughtIn(bytes);
        }
    }

    /** A transfer from the domain has ended. */
    public void tookOut(long bytes) {
        transfersOut.increment();
        bytesOut.add(bytes);
        if (all != null) {
            all.tookOut(bytes);
        }
    }

    /** A worker of the domain took a task from another one. */
    public void stoleLocally() {
        stolenLocally.increment();
        if (all != null) {
            all.stoleLocally();
        }
    }

    /** The domain took a piece from another one. */
    public void stoleHere() {
        stolenHere.increment();
        if (all != null) {
            all.stoleHere();
        }
    }

    /** Another domain took a piece from it. */
    public void lostAway() {
        stolenAway.increment();
        if (all != null) {
            all.lostAway();
        }
    }

    /** The domain is gone. */
    public void end() {
        over = true;
    }

    public boolean isOver() {
        return over;
    }

    public long actions() {
        return actions.sum();
    }

    public long failed() {
        return failed.sum();
    }

    public long stolenLocally() {
        return stolenLocally.sum();
    }

    public long stolenAway() {
        return stolenAway.sum();
    }

    public long stolenHere() {
        return stolenHere.sum();
    }

    public long bytesIn() {
        return bytesIn.sum();
    }

    public long bytesOut() {
        return bytesOut.sum();
    }

    public long transfersIn() {
        return transfersIn.sum();
    }

    public long transfersOut() {
        return transfersOut.sum();
    }

    public long busyNanos() {
        return busyNanos.sum();
    }
}
