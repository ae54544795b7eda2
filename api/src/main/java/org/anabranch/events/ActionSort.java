package org.anabranch.events;

/** What an action does; the detail of {@link Kind#ENQUEUED}. */
public enum ActionSort {
    /** Runs a kernel. */
    KERNEL,

    /** Copies from one range to another. */
    COPY,

    /** Has data brought to a domain. */
    PREFETCH,

    /** Waits for others, and does nothing: a barrier, a mark, an event of another stream. */
    SYNC,

    /** Has data brought to the host for the program, or waits until it may write it. */
    ACCESS,

    /** Moves data between two domains; of {@link Kind#TRANSFER}. */
    TRANSFER
}
