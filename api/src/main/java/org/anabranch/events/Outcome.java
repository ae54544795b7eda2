package org.anabranch.events;

/** How an action ended. */
public enum Outcome {
    /** Well. */
    DONE,

    /** It failed. */
    FAILED,

    /**
     * It did not run, or was ended, since nobody wanted it, or since what it needs is not there.
     */
    CANCELLED,

    /** Its device went. */
    LOST
}
