package org.anabranch.k2h.arm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of declared buffers that ARM cores may hold newer than memory does, if ends of finish
 * scopes flush only for tasks that crossed. It consists of counters, since a flush makes up for
 * those omitted before it began.
 */
final class Unflushed {
    private final AtomicInteger leftOut = new AtomicInteger();
    private final AtomicInteger madeUp = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger newestEnded = new AtomicInteger();

    /** Records an omitted flush. */
    void leaveOut() {
        leftOut.incrementAndGet();
    }

    /** {@return the number of flushes omitted so far} */
    int leftOut() {
        return leftOut.get();
    }

    /**
     * {@return true if a flush is needed before a task that may read the data of omitted flushes}
     *
     * @param behind the number of flushes omitted before the task
     */
    boolean isPending(int behind) {
        return Math.min(behind, leftOut.get()) > madeUp.get();
    }

    /** {@return the number of a flush that begins now, of written operands at least} */
    int begin() {
        return begun.incrementAndGet();
    }

    /** {@return the number of flushes that have begun} */
    int begun() {
        return begun.get();
    }

    /** Records the end of a flush. */
    void end(int number) {
        newestEnded.accumulateAndGet(number, Math::max);
    }

    /** {@return true if a flush has ended that began after the given number had begun} */
    boolean flushedSince(int before) {
        return newestEnded.get() > before;
    }

    /** Records the end of a flush that makes up for the given number of omitted ones. */
    void makeUp(int behind) {
        madeUp.accumulateAndGet(behind, Math::max);
    }
}
