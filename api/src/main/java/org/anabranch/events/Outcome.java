package org.anabranch.events;

/** The outcome of an action. */
public enum Outcome {
    /** It ended normally. */
    DONE,

    /** It failed. */
    FAILED,

    /**
     * It did not run, or was aborted: it was cancelled, or its dependencies or data are missing.
     */
    CANCELLED,

    /** Its device vanished. */
    LOST
}
