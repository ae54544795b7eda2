package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many have begun and not ended. The two counts lie two cache lines apart, since as a rule one
 * thread begins and another ends, and each would else take the line from the other every time. Of
 * any thread.
 */
final class InFlight {
    private static final int BEGUN = 16;
    private static final int ENDED = 32;

    /** Beside the ended: so many at least had begun when somebody who ended one last looked. */
    private static final int KNOWN = 33;

    private static final int LENGTH = 48;

    private final AtomicLongArray counts = new AtomicLongArray(LENGTH);

    void begin() {
        counts.getAndIncrement(BEGUN);
    }

    /** {@return whether it was the last one in flight} */
    boolean end() {
        long ended = counts.incrementAndGet(ENDED);
        if (ended < counts.getPlain(KNOWN)) {
            return false;
        }
        long begun = counts.get(BEGUN);
        counts.setPlain(KNOWN, begun);
        return ended == begun;
    }

    /**
     * {@return how many are in flight; if it says none, there was a moment when there were none}
     */
    long now() {
        long ended = counts.get(ENDED);
        return counts.get(BEGUN) - ended;
    }
}
