package org.anabranch.api;

/** Thrown on access to data that a failed, cancelled or lost action should have written. */
public final class UndefinedDataException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public UndefinedDataException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public UndefinedDataException(String message, Throwable cause) {
        super(message, cause);
    }
}
