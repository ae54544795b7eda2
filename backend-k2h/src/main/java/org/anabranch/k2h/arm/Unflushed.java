package org.anabranch.k2h.arm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether ARM cores may hold declared buffers newer than memory does, where ends of finish scopes
 * flush only what crossed. Counted, since a flush makes up for what was left out before it began.
 */
final class Unflushed {
    private final AtomicInteger leftOut = new AtomicInteger();
    private final AtomicInteger madeUp = new AtomicInteger();

    /** A flush was left out. */
    void leaveOut() {
        leftOut.incrementAndGet();
    }

    /** {@return how many flushes were left out so far} */
    int leftOut() {
        return leftOut.get();
    }

    /**
     * {@return whether a flush is needed for who may read what these would have written back}
     *
     * @param behind so many flushes were left out
     */
    boolean isPending(int behind) {
        return Math.min(behind, leftOut.get()) > madeUp.get();
    }

    /** A flush has ended, before which so many were left out. */
    void makeUp(int behind) {
        madeUp.accumulateAndGet(behind, Math::max);
    }
}
