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

    /**
     * {@return a number for {@link #makeUp}, if a flush is needed before a task crosses, else 0}
     */
    int pending() {
        int now = leftOut.get();
        return now > madeUp.get() ? now : 0;
    }

    /** A flush has ended before which this was pending. */
    void makeUp(int pending) {
        madeUp.accumulateAndGet(pending, Math::max);
    }
}
