package org.anabranch.spi;

/** A device vanished: nothing in its memory can be had any more (rule 4.3). */
public final class DeviceLostException extends DeviceException {
    private static final long serialVersionUID = 1;

    private final boolean causedByOperation;

    /**
     * Says what happened.
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
     * For the operation that cost the device its life: a kernel that crashed it, or that was
     * abandoned.
     *
     * @param message names the device and the operation
     * @param cause the cause, or null
     * @return what its completion is to be told
     */
    public static DeviceLostException causedByOperation(String message, Throwable cause) {
        return new DeviceLostException(message, cause, true);
    }

    /**
     * {@return whether the operation that is told this has cost the device its life, so that it
     * must not be run on another one unasked}
     */
    public boolean isCausedByOperation() {
        return causedByOperation;
    }
}
