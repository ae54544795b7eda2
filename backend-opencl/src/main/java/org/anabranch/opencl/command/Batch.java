package org.anabranch.opencl.command;

import java.lang.foreign.MemorySegment;

/**
 * Commands of an in-order queue, one after the other, that share an event: that of the last of
 * them, or of a marker behind them. Where an event costs half as much as a launch, short launches
 * are waited for together. Guarded by the dispatcher's lock, but for what is volatile.
 */
final class Batch {
    private static final int UNDER_WAY = 1;

    /** The time of its first command. */
    final long since;

    /** The time of its last command. */
    private long latest;

    /** The event, 0 while the batch is open. */
    private volatile long event;

    /** The status that the event had last; by the poller alone. */
    private int status = UNDER_WAY;

    /** The number of commands that have joined. */
    private int size;

    /** The number of commands that have joined and not left. */
    private int members;

    Batch(long since) {
        this.since = since;
    }

    long latest() {
        return latest;
    }

    void join(long now) {
        latest = now;
        size++;
        members++;
    }

    int size() {
        return size;
    }

    /** Returns true if all that have joined have left. */
    boolean isDeserted() {
        return members == 0;
    }

    /** Returns true if the next command that leaves is the last one that needs the event. */
    boolean isLast() {
        return members == 1;
    }

    void leave() {
        members--;
    }

    /** Ends the batch, with an event that it owns from now on. */
    void close(long eventOfAll) {
        event = eventOfAll;
    }

    /** {@return the event of all, 0 if the batch is open} */
    long event() {
        return event;
    }

    /** Asks the driver, until all have ended. By the poller alone. */
    int status(CommandStatus driver, MemorySegment scratch) {
        if (status > 0 && event != 0) {
            status = driver.of(event, scratch);
        }
        return status;
    }
}
