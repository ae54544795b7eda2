package org.anabranch.k2h.run;

/**
 * How a sentence of the paper is read that can be read in several ways. Each constant departs from
 * the first in one thing, so that what depends on it can be shown.
 */
public enum Reading {
    /**
     * A thief asks every core of its own side before it goes to the other (K2H-S1); ARM offers its
     * oldest task after every async and before every search; DSP queues are last in, first out.
     */
    WHOLE_ROUND,
    /** "First try a local steal": a thief asks one core of its own side, at random. */
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
     * How many cores of its own side a thief asks.
     *
     * @param others how many there are besides itself
     * @return at most that many
     */
    public int tries(int others) {
        return this == ONE_VICTIM ? Math.min(1, others) : others;
    }
}
