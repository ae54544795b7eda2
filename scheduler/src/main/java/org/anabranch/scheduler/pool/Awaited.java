package org.anabranch.scheduler.pool;

/** What a worker waits for. */
public interface Awaited {
    /** Workers that have not begun: nobody tells of them, so that one looks again after a nap. */
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

    /** {@return whether there is nothing to wait for any more} */
    boolean isOver();

    /** {@return what is waited for, as listings and those who look for rings know it} */
    default Object subject() {
        return this;
    }
}
