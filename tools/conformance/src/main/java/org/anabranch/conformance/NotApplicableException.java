package org.anabranch.conformance;

/** A rule says nothing about a device, because it lacks what the rule is about. */
final class NotApplicableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotApplicableException(String reason) {
        super(reason);
    }
}
