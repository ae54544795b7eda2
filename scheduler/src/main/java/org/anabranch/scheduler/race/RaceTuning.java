package org.anabranch.scheduler.race;

/**
 * The tuned parameters of race detection, unit last. {@code log} is the commit whose message has
 * the figures or the reason; values marked "chosen" were not measured against others.
 */
final class RaceTuning {
    /** At least so many operations between two sweeps of what is over: chosen. */
    static final long SWEEP_OPERATIONS = 64;

    /** At least so many operations on one cell between two sweeps of it: chosen. */
    static final int CELL_OPERATIONS = 8;

    /** Of a loop of more tiles some are looked at together: chosen. */
    static final long LOOP_TILES = 1 << 16;

    private RaceTuning() {}
}
