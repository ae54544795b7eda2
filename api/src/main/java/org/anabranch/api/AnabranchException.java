package org.anabranch.api;

/**
 * The superclass of all exceptions that this platform throws or reports. The message names the
 * object concerned.
 */
public class AnabranchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public AnabranchException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public AnabranchException(String message, Throwable cause) {
        super(message, cause);
    }
}
