package org.anabranch.events;

/** What a backend did; the detail of {@link Kind#BACKEND}. */
public enum BackendChange {
    /** It was plugged in. */
    ADDED,

    /** It has looked for its devices. */
    LOOKED,

    /** It is being unplugged. */
    REMOVED,

    /** It is gone. */
    GONE
}
