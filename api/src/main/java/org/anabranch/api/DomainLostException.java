package org.anabranch.api;

/**
 * Thrown, or reported by an event, when the device of a domain vanished while it had work or the
 * only copy of data.
 */
public final class DomainLostException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public DomainLostException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public DomainLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
