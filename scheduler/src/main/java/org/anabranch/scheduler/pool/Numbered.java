package org.anabranch.scheduler.pool;

import org.anabranch.events.WaitSort;

/** What has a number in the log, and what is told of those who wait for it. */
public interface Numbered {
    /** {@return the number of the action, or 0 if it is none or not told of} */
    default long action() {
        return 0;
    }

    /** {@return what a thread waits for that waits for this} */
    default WaitSort awaitedAs() {
        return WaitSort.EVENT;
    }

    /** {@return the stream that this stands for, less than 0 for a scope, or 0} */
    default long awaitedOwner() {
        return 0;
    }
}
