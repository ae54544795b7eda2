package org.anabranch.api;

/**
 * Reported when a kernel ran for longer than its limit ({@link StreamOptions#limitedTo}, {@link
 * FinishOptions#limitedTo}). The message names the kernel, where it was enqueued, its domain, the
 * limit, the time of day at which the limit began to count, and the action taken. On a device the
 * limit counts from when the kernel was first in its lane. The cause, if any, is the failure with
 * which the kernel then ended.
 */
public final class KernelTimeoutException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the object concerned and says what to do
     */
    public KernelTimeoutException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the object concerned and says what to do
     * @param cause the cause, or null
     */
    public KernelTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
