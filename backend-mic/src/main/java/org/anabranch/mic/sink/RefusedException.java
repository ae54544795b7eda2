package org.anabranch.mic.sink;

/** Thrown when the card cannot execute a request; no fault of a kernel. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
        super(message);
    }

    RefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
