package org.anabranch.conformance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A polling wait, for conditions without a notification. */
final class Waiting {
    private Waiting() {}

    /**
     * {@return true if the condition came to hold} The time of the evaluations counts; the
     * condition is evaluated at least twice.
     */
    static boolean comes(Duration patience, BooleanSupplier condition) throws InterruptedException {
        long begin = System.nanoTime();
        boolean last = false;
        while (!condition.getAsBoolean()) {
            if (last) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(10);
            last = System.nanoTime() - begin >= patience.toNanos();
        }
        return true;
    }
}
