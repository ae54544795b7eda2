package org.anabranch.events;

/** What became of a domain; the detail of {@link Kind#DOMAIN}. */
public enum DomainChange {
    /** It is there, and not yet open. */
    ADDED,

    /** It takes work. */
    ACTIVE,

    /** It ends what it has, and takes no more. */
    DRAINING,

    /** Its device went without a word. */
    LOST,

    /** It is no more. */
    GONE
}
