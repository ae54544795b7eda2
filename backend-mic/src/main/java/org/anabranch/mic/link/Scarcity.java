package org.anabranch.mic.link;

import java.util.concurrent.locks.LockSupport;

/**
 * The behaviour, in a full heap, of threads that a link depends on: they wait for memory, since
 * other threads wait for the work that they would drop.
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
     * Runs an action to its end.
     *
     * @param what repeated after an {@link OutOfMemoryError}, which it must tolerate
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
