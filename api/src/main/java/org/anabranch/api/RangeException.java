package org.anabranch.api;

/** Thrown for an invalid range, shape or region, or one that exceeds its buffer. */
public final class RangeException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public RangeException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public RangeException(String message, Throwable cause) {
        super(message, cause);
    }
}
