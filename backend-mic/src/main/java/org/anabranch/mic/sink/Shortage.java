package org.anabranch.mic.sink;

import org.anabranch.mic.link.Scarcity;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a card that wait for memory, since others wait for what they would drop. While one
 * of them does the card gives no sign of life: either memory comes, or the host gives the card up
 * after its patience. Thread-safe.
 */
final class Shortage {
    private final AtomicInteger waiting = new AtomicInteger();

    /** Returns true if a thread waits for memory. */
    boolean isAcute() {
        return waiting.get() > 0;
    }

    /**
     * Waits for a moment between two attempts of the caller, which calls {@link #over} in the end.
     *
     * @param waits false at the first attempt that fails
     * @return true
     */
    boolean pause(boolean waits) {
        if (!waits) {
            waiting.incrementAndGet();
        }
        Scarcity.pause();
        return true;
    }

    /** Ends the attempts of a thread, whether it had to wait or not. */
    void over(boolean waits) {
        if (waits) {
            waiting.decrementAndGet();
        }
    }
}
