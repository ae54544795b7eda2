package org.anabranch.spi;

/** Thrown when a device rejects a request or fails. */
public class DeviceException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception with a message.
     *
     * @param message names the device and the object concerned
     */
    public DeviceException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message names the device and the object concerned
     * @param cause the cause, or null
     */
    public DeviceException(String message, Throwable cause) {
        super(message, cause);
    }
}
