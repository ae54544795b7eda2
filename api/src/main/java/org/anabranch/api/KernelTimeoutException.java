package org.anabranch.api;

/**
 * A kernel ran for longer than its limit ({@link StreamOptions#limitedTo}, {@link
 * FinishOptions#limitedTo}). The message names the kernel, where it was enqueued, its domain, the
 * limit and the time of day from which that counted (on a device, when the kernel was first in its
 * lane), and says what was done about it; the cause is how it ended then, if not well.
 */
public final class KernelTimeoutException extends AnabranchException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the thing and what to do
     */
    public KernelTimeoutException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the thing and what to do
     * @param cause the cause, or null
     */
    public KernelTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
