package org.anabranch.scheduler.place;

/**
 * A placed action or task, until it has ended. Created and ended by {@link Places}; the thread that
 * runs it reports events in between, one thread at a time.
 */
public final class Placed {
    final SizeTimes times;
    final KernelTime time;
    final double expected;
    private long start;
    private long nanos;

    Placed(SizeTimes times, KernelTime time, double expected) {
        this.times = times;
        this.time = time;
        this.expected = expected;
    }

    /** Records that it was submitted; the first call counts. */
    public void starts(long now) {
        if (start == 0) {
            start = now;
        }
    }

    /** It was run. */
    public void stops(long now) {
        nanos = now - start;
    }

    /** It was run, and took so long. */
    public void took(long time) {
        nanos = time;
    }

    long start() {
        return start;
    }

    /** Returns its run time, or 0. */
    long nanos() {
        return nanos;
    }
}
