package org.anabranch.api;

/** Thrown when no domain has the given id or kind. */
public final class UnknownDomainException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public UnknownDomainException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public UnknownDomainException(String message, Throwable cause) {
        super(message, cause);
    }
}
