package org.anabranch.mic.link;

/** Why an operation on the card failed; the byte before the text of a frame that says so. */
public enum CardFailure {
    /** The kernel threw: class and message, a line each for the trace. */
    KERNEL,
    /** The card refused. */
    REFUSED,
    /** A predecessor has failed: not started. */
    NOT_STARTED
}
