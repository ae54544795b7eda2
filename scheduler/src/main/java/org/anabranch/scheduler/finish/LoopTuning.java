package org.anabranch.scheduler.finish;

/**
 * The tuned parameters of loops, unit last. {@code log} is the commit whose message has the figures
 * or the reason; values marked "chosen" were not measured against others.
 */
final class LoopTuning {
    /** Most indices that are run in one inner loop, which counts by an int: chosen. */
    static final long SPAN_INDICES = 1 << 20;

    /**
     * Tiles are run together up to so many indices, as long as that is no long time: log f6462b2.
     */
    static final long TOGETHER_INDICES = 2048;

    /** And up to so many, for the next ones may take longer than those before: log f6462b2. */
    static final long TOGETHER_TILES = 64;

    /** Fewer together are not worth two looks at the clock: log f6462b2, 20 to 17 ns a tile. */
    static final long WORTH_A_CLOCK_TILES = 4;

    /** Tiles that take less together become twice as many: chosen. */
    static final long SOON_NANOS = 10_000;

    /** Tiles that take more are run one by one, for thieves look here between two: chosen. */
    static final long LONG_NANOS = 50_000;

    /** The target time of a piece for a domain, long compared to its hand-over: chosen. */
    static final double PIECE_NANOS = 5e6;

    /** Most pieces that a device has at a time, two for each lane: chosen. */
    static final int DEVICE_PIECES = 4;

    private LoopTuning() {}
}
