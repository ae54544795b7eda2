package org.anabranch.spi;

/** A device vanished: nothing in its memory can be had any more (rule 4.3). */
public final class DeviceLostException extends DeviceException {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the device
     * @param cause the cause, or null
     */
    public DeviceLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
