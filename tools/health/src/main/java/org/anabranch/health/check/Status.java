package org.anabranch.health.check;

/** How it is; by the names of Felix, each worse than the one before. */
public enum Status {
    /** As it should be. */
    OK,

    /** It works, but somebody should look. */
    WARN,

    /** Not yet, or not now. */
    TEMPORARILY_UNAVAILABLE,

    /** Something does not work. */
    CRITICAL
}
