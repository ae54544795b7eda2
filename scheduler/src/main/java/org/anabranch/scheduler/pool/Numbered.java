package org.anabranch.scheduler.pool;

import org.anabranch.events.WaitSort;

/** An object with a number in the log, and the kind of wait for it. */
public interface Numbered {
    /** {@return the number of the action, or 0 if it is none or not logged} */
    default long action() {
        return 0;
    }

    /** {@return the kind of a thread's wait for this} */
    default WaitSort awaitedAs() {
        return WaitSort.EVENT;
    }

    /** {@return the stream that this stands for, less than 0 for a scope, or 0} */
    default long awaitedOwner() {
        return 0;
    }
}
