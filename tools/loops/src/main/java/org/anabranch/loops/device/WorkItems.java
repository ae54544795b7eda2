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

    long count() {
        return Math.ceilDiv(iterations, perItem) * width;
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
