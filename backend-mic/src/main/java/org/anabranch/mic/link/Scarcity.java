package org.anabranch.mic.link;

import java.util.concurrent.locks.LockSupport;

/**
 * What threads do that a link cannot do without, while the heap is full: they wait for memory,
 * since what they would drop is waited for.
 */
public final class Scarcity {
    /** For memory to become free, between two attempts. */
    private static final long PAUSE_NANOS = 1_000_000;

    private Scarcity() {}

    /** Waits for a moment; takes no memory. */
    public static void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    /**
     * Does something to its end.
     *
     * @param what is done again after an {@link OutOfMemoryError}, and must bear that
     */
    public static void persist(Runnable what) {
        while (true) {
            try {
                what.run();
                return;
            } catch (OutOfMemoryError full) {
                pause();
            }
        }
    }
}
