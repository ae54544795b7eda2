package org.anabranch.api;

/**
 * Thrown, or reported by an event, when a device cannot build a kernel; the message contains the
 * build log.
 */
public final class KernelBuildException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public KernelBuildException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public KernelBuildException(String message, Throwable cause) {
        super(message, cause);
    }
}
