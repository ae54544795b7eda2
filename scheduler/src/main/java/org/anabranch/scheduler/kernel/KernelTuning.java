package org.anabranch.scheduler.kernel;

/**
 * The tuned parameters of inline execution, unit last. {@code log} is the commit whose message has
 * the figures or the reason; values marked "chosen" were not measured against others.
 */
final class KernelTuning {
    /** The least cost of a hand-over in both threads: {@code benchmarks/log/notes.md}. */
    static final int HAND_OVER_NANOS = 250;

    /** As much credit as there can be, and more than one very long run can lose: chosen. */
    static final int MOST_CREDIT_NANOS = 2_000_000;

    /** The credit at first; with as much, only one run in a few is timed: chosen. */
    static final int SURE_CREDIT_NANOS = MOST_CREDIT_NANOS / 2;

    /** One in so many runs: chosen. */
    static final int TIMED_RUNS = 16;

    /** So much one reading can say of several runs: the thread may have been interrupted. */
    static final int MOST_LOSS_NANOS = MOST_CREDIT_NANOS / 4;

    /** One that took very long gets its chance again all the same: chosen. */
    static final int LEAST_CREDIT_NANOS = -SURE_CREDIT_NANOS / 100;

    /** Runs elsewhere that take longer than this give no credit: chosen. */
    static final int LONG_NANOS = 10_000;

    /** Of other runs one part in so many is given as credit: chosen. */
    static final int CREDITED_PARTS = 16;

    /** A program that makes kernels all the time is not followed for ever: chosen. */
    static final int FOLLOWED_KERNELS = 1024;

    private KernelTuning() {}
}
