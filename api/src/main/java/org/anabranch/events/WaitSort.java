package org.anabranch.events;

/**
 * What a thread waits for, or an action that could go on otherwise; the detail of {@link Kind#WAIT}
 * and {@link Kind#KEPT}.
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

    /** Room in the memory of a device, which others give back. */
    ROOM,

    /** A place: it is better to wait for a domain than to take one that is free. */
    PLACE,

    /** Its turn: it commutes with others that use the same range, one at a time. */
    TURN
}
