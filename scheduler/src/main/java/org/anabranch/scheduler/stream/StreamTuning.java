package org.anabranch.scheduler.stream;

/**
 * The tuned parameters of streams, unit last. {@code log} is the commit whose message has the
 * figures or the reason; values marked "chosen" were not measured against others.
 */
final class StreamTuning {
    /** So many ranges at least between two sweeps of those whose actions have ended: chosen. */
    static final int SWEEP_RANGES = 1024;

    /**
     * The largest copy that takes less than handing it to another thread, which costs 170 ns at the
     * least ({@code benchmarks/log/notes.md}).
     */
    static final long INLINE_COPY_BYTES = 4096;

    private StreamTuning() {}
}
