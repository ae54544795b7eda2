package org.anabranch.spi.support;

import java.time.Duration;

/** The decision to keep waiting for a domain or a job that may still appear. */
@FunctionalInterface
public interface Patience {
    /** Never waits. */
    Patience NONE = known -> false;

    /**
     * Waits a little.
     *
     * @param known true if the expected domain or job is known to be on its way
     * @return false, without waiting, if there is nothing more to wait for
     * @throws InterruptedException if the thread is interrupted
     */
    boolean wait(boolean known) throws InterruptedException;

    /**
     * Returns the patience of one command, which begins now: waits for what is known to be on its
     * way, up to a time limit.
     *
     * @param limit the longest wait in all
     * @return waits in steps of 20 ms
     */
    static Patience upTo(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        return known -> {
            if (!known || System.nanoTime() - end >= 0) {
                return false;
            }
            Thread.sleep(20);
            return true;
        };
    }
}
