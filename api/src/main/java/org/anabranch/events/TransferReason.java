package org.anabranch.events;

/** The reason for a transfer; the detail of {@link Kind#TRANSFER}. */
public enum TransferReason {
    /** An action uses the data in the target domain. */
    ACTION,

    /** The program reads or writes the data on the host. */
    PROGRAM,

    /** The program requested it ahead of use. */
    PREFETCH,

    /** The device has no room for the data. */
    ROOM,

    /** The domain is being removed. */
    DRAIN
}
