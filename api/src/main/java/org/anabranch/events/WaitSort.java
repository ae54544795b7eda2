package org.anabranch.events;

/** What a thread waits for; the detail of {@link Kind#WAIT}. */
public enum WaitSort {
    /** An event: one action, a promise, or the result of a task. */
    EVENT,

    /** A scope that it closes. */
    SCOPE,

    /** A stream, or all streams. */
    STREAM,

    /** Data of a buffer. */
    DATA
}
