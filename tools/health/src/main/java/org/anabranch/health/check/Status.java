package org.anabranch.health.check;

/** The status of a finding, with the names of Felix, from good to bad. */
public enum Status {
    /** No problem. */
    OK,

    /** It works, but an operator should investigate. */
    WARN,

    /** Not yet, or not now. */
    TEMPORARILY_UNAVAILABLE,

    /** Part of the system does not work. */
    CRITICAL
}
