package org.anabranch.scheduler.pool;

/** The object of a worker's wait. */
public interface Awaited {
    /** Workers that have not begun: they send no notification, so a nap precedes another check. */
    Awaited OTHERS =
            new Awaited() {
                @Override
                public boolean isOver() {
                    return false;
                }

                @Override
                public String toString() {
                    return "others to begin";
                }
            };

    /** {@return true if the wait is over} */
    boolean isOver();

    /** {@return the awaited object, for listings and deadlock detection} */
    default Object subject() {
        return this;
    }
}
