package org.anabranch.k2h.run;

/**
 * The interpretation of an ambiguous sentence of the paper. Each constant differs from the first in
 * one thing, to show the effect of it.
 */
public enum Reading {
    /**
     * A thief tries every core of its own side before it goes to the other (K2H-S1); ARM offers its
     * oldest task after every async and before every search; DSP queues are last in, first out.
     */
    WHOLE_ROUND,
    /** "First try a local steal": a thief tries one core of its own side, at random. */
    ONE_VICTIM,
    /** ARM offers its newest task. */
    NEWEST_OFFERED,
    /** ARM offers after every async only. */
    OFFER_AFTER_ASYNC,
    /** ARM offers before every search only. */
    OFFER_BEFORE_SEARCH,
    /** DSP queues are first in, first out. */
    DSP_FIFO;

    /**
     * Returns the number of cores of its own side that a thief tries.
     *
     * @param others number of cores besides itself
     * @return at most that many
     */
    public int tries(int others) {
        return this == ONE_VICTIM ? Math.min(1, others) : others;
    }
}
