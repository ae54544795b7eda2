package org.anabranch.events;

/** Why data is moved; the detail of {@link Kind#TRANSFER}. */
public enum TransferReason {
    /** An action uses it there. */
    ACTION,

    /** The program reads or writes it, on the host. */
    PROGRAM,

    /** It was asked for ahead of its use. */
    PREFETCH,

    /** A device has no room for it. */
    ROOM,

    /** Its domain ends. */
    DRAIN
}
