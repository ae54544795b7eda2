package org.anabranch.spi;

/**
 * Reported for an operation that was not started because one of its predecessors failed (rule 2.7).
 * If that failure does not matter to it, the scheduler submits it again.
 */
public final class NotStartedException extends DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the operation
     * @param cause the failure of the predecessor, or null if the device does not report it
     */
    public NotStartedException(String message, Throwable cause) {
        super(message, cause);
    }
}
