package org.anabranch.scheduler.place;

/**
 * Something that has a place, until it has ended there. Made and ended by {@link Places}; told of
 * what happens in between by whoever runs it, one thread at a time.
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

    /** It is handed to those who run it; who comes first counts. */
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

    /** How long it ran, or 0. */
    long nanos() {
        return nanos;
    }
}
