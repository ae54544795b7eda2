package org.anabranch.spi;

/** Thrown or reported when a device vanished: the content of its memory is lost (rule 4.3). */
public final class DeviceLostException extends DeviceException {
    private static final long serialVersionUID = 1;

    private final boolean causedByOperation;

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the device
     * @param cause the cause, or null
     */
    public DeviceLostException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private DeviceLostException(String message, Throwable cause, boolean causedByOperation) {
        super(message, cause);
        this.causedByOperation = causedByOperation;
    }

    /**
     * Returns the exception for the operation that caused the loss: a kernel that crashed the
     * device, or that was aborted at its expense.
     *
     * @param message names the device and the operation
     * @param cause the cause, or null
     * @return the failure for the operation's completion
     */
    public static DeviceLostException causedByOperation(String message, Throwable cause) {
        return new DeviceLostException(message, cause, true);
    }

    /**
     * {@return true if the operation that fails with this exception caused the loss, so that it
     * must not be run on another device unless the program asks for it}
     */
    public boolean isCausedByOperation() {
        return causedByOperation;
    }
}
