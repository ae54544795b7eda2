package org.anabranch.api;

/** Thrown when a job gets an invalid argument or environment; the message says what to do. */
public final class ProgramException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public ProgramException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
