package org.anabranch.events;

/** The life cycle of a domain; the detail of {@link Kind#DOMAIN}. */
public enum DomainChange {
    /** It is known, and not yet open. */
    ADDED,

    /** It accepts work. */
    ACTIVE,

    /** It finishes its work, and accepts no more. */
    DRAINING,

    /** Its device vanished. */
    LOST,

    /** It is gone. */
    GONE
}
