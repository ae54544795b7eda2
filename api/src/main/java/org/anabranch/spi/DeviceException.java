package org.anabranch.spi;

/** A device refused or failed. */
public class DeviceException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Says what happened.
     *
     * @param message names the device and the thing
     */
    public DeviceException(String message) {
        super(message);
    }

    /**
     * Says what happened, and why.
     *
     * @param message names the device and the thing
     * @param cause the cause, or null
     */
    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
