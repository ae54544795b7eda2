package org.anabranch.api;

/** Thrown when a kernel has no code in a format that the domain can run. */
public final class KernelFormatException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public KernelFormatException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public KernelFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
