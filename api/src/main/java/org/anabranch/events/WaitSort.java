package org.anabranch.events;

/**
 * The object of a wait: by a thread ({@link Kind#WAIT}) or by a deferred action ({@link
 * Kind#KEPT}).
 */
public enum WaitSort {
    /** An event: one action, a promise, or the result of a task. */
    EVENT,

    /** A scope that it closes. */
    SCOPE,

    /** A stream, or all streams. */
    STREAM,

    /** Data of a buffer, for the program. */
    DATA,

    /** Room in the memory of a device, until other actions free some. */
    ROOM,

    /** Placement: waiting for a domain is expected to be better than taking a free one. */
    PLACE,

    /** Its turn in a reduction: actions that commute run one at a time on a range. */
    TURN
}
