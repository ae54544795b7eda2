package org.anabranch.loops.device;

/**
 * The work-items of a loop: each runs some consecutive iterations, or, if an inner loop is
 * collapsed, several run one.
 *
 * @param iterations of the loop
 * @param perItem iterations per work-item
 * @param width work-items per iteration; 1 if no loop is collapsed
 */
record WorkItems(long iterations, int perItem, int width) {

    /** A multiple of the work-groups that devices get. */
    private static final long GROUP = 256;

    long count() {
        return Math.ceilDiv(iterations, perItem) * width;
    }

    /**
     * Returns the number of work-items of a launch of all, in whole work-groups: a remainder would
     * need groups of another size, for which drivers would compile the kernel again. Those beyond
     * the count do nothing.
     */
    long padded() {
        return Math.ceilDiv(count(), GROUP) * GROUP;
    }

    /** Returns the number of work-items in a tile, which has whole iterations. */
    long tile(int tiles) {
        return Math.ceilDiv(count() / width, tiles) * width;
    }

    /** Returns the first iteration of a work-item that begins one, or the bound of all. */
    long iteration(long item) {
        return Math.min(iterations, item / width * perItem);
    }
}
