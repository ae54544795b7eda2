package org.anabranch.scheduler.region;

/**
 * The tuned parameters of region maps, unit last. {@code log} is the commit whose message has the
 * figures or the reason; values marked "chosen" were not measured against others.
 */
final class RegionTuning {
    /** A block of so many is split; what follows within one is moved: log 07d9e68. */
    static final int BLOCK_ENTRIES = 64;

    /** Room of the first block and of a new table, since most buffers have few ranges: chosen. */
    static final int FIRST_ENTRIES = 4;

    private RegionTuning() {}
}
