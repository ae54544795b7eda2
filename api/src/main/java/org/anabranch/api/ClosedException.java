package org.anabranch.api;

/** Thrown when a buffer, stream, finish scope or platform is used after it was closed. */
public final class ClosedException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public ClosedException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public ClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
