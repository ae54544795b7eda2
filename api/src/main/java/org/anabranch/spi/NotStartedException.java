package org.anabranch.spi;

/**
 * An operation was not started because one that it comes after failed (rule 2.7). If that failure
 * does not matter to it, the scheduler submits it again.
 */
public final class NotStartedException extends DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the operation
     * @param cause the failure of the other operation, or null if the device does not tell
     */
    public NotStartedException(String message, Throwable cause) {
        super(message, cause);
    }
}
