package org.anabranch.api;

/**
 * Thrown instead of waiting where the wait could never end; the message names the cycle of waits.
 */
public final class DeadlockException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public DeadlockException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public DeadlockException(String message, Throwable cause) {
        super(message, cause);
    }
}
