package org.anabranch.conformance;

/** Thrown when a rule does not apply to a device, because it lacks the feature concerned. */
final class NotApplicableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotApplicableException(String reason) {
        super(reason);
    }
}
