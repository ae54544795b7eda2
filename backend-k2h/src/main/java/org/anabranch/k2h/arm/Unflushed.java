package org.anabranch.k2h.arm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether ARM cores may hold declared buffers newer than memory does, where ends of finish scopes
 * flush only what crossed. Counted, since a flush makes up for what was left out before it began.
 */
final class Unflushed {
    private final AtomicInteger leftOut = new AtomicInteger();
    private final AtomicInteger madeUp = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger newestEnded = new AtomicInteger();

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

    /** {@return the number of a flush that begins now, of written operands at least} */
    int begin() {
        return begun.incrementAndGet();
    }

    /** {@return how many flushes have begun} */
    int begun() {
        return begun.get();
    }

    /** A flush has ended. */
    void end(int number) {
        newestEnded.accumulateAndGet(number, Math::max);
    }

    /** {@return whether a flush has ended that began after so many had} */
    boolean flushedSince(int before) {
        return newestEnded.get() > before;
    }

    /** A flush has ended, before which so many were left out. */
    void makeUp(int behind) {
        madeUp.accumulateAndGet(behind, Math::max);
    }
}
