package org.anabranch.events;

/** The operation of an action; the detail of {@link Kind#ENQUEUED}. */
public enum ActionSort {
    /** Runs a kernel. */
    KERNEL,

    /** Copies from one range to another. */
    COPY,

    /** Transfers data to a domain ahead of use. */
    PREFETCH,

    /**
     * Waits for other actions, and does nothing else: a barrier, a mark, an event of another
     * stream.
     */
    SYNC,

    /** Transfers data to the host for the program, or waits until the program may write it. */
    ACCESS,

    /** Moves data between two domains; of {@link Kind#TRANSFER}. */
    TRANSFER
}
