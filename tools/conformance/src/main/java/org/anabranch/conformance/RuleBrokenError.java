package org.anabranch.conformance;

/** Thrown when a device breaks a rule. */
public final class RuleBrokenError extends AssertionError {
    private static final long serialVersionUID = 1;

    RuleBrokenError(String message) {
        this(message, null);
    }

    RuleBrokenError(String message, Throwable cause) {
        super(message, cause);
    }
}
