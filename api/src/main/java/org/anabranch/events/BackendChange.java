package org.anabranch.events;

/** The life cycle of a backend; the detail of {@link Kind#BACKEND}. */
public enum BackendChange {
    /** It was added. */
    ADDED,

    /** It has searched for its devices. */
    LOOKED,

    /** It is being removed. */
    REMOVED,

    /** It is gone. */
    GONE
}
