package org.anabranch.conformance;

/** A device was caught breaking a rule. */
public final class RuleBrokenError extends AssertionError {
    private static final long serialVersionUID = 1;

    RuleBrokenError(String message) {
        this(message, null);
    }

    RuleBrokenError(String message, Throwable cause) {
        super(message, cause);
    }
}
