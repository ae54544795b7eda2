package org.anabranch.conformance;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what nobody tells of, by looking again and again. */
final class Waiting {
    private Waiting() {}

    /**
     * {@return whether the condition came to hold} What looking takes counts as waiting; a
     * condition that does not hold is looked at twice at least.
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
