package org.anabranch.api;

/** Thrown when work is submitted to a domain that is draining or gone. */
public final class DomainClosedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public DomainClosedException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public DomainClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
