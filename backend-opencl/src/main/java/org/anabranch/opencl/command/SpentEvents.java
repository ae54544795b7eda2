package org.anabranch.opencl.command;

import org.anabranch.opencl.driver.ClCommands;

import java.util.Arrays;

/**
 * Events of commands that have ended. They go back to the driver one by one on the thread that
 * submits, which then has their memory at hand for its next commands: given back by the poller,
 * they would have the threads of a driver on the host wait for one another inside {@code malloc}.
 * Guarded by the dispatcher's lock.
 */
final class SpentEvents {
    /** With more than so many, the poller has to do it after all. */
    static final int MANY = 1024;

    private long[] events = new long[MANY];
    private int count;

    void add(long event) {
        if (count == events.length) {
            events = Arrays.copyOf(events, 2 * count);
        }
        events[count++] = event;
    }

    int count() {
        return count;
    }

    /** Gives one back, if there is any, just before the driver makes another. */
    void giveOneBack() {
        if (count > 0) {
            ClCommands.releaseEvent(events[--count]);
        }
    }

    /** Gives all of them back. */
    void giveBack() {
        while (count > 0) {
            giveOneBack();
        }
    }
}
