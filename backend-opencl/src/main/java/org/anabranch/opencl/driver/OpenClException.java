package org.anabranch.opencl.driver;

import org.anabranch.spi.DeviceException;

/** The driver refused a call, or ended a command, with a status. */
public final class OpenClException extends DeviceException {
    private static final long serialVersionUID = 1;

    private final int status;

    public OpenClException(String what, int status) {
        super(what + ": " + ClStatus.name(status));
        this.status = status;
    }

    /** Throws if a call was refused. */
    public static void check(int status, String what) throws OpenClException {
        if (status != ClStatus.SUCCESS) {
            throw new OpenClException(what, status);
        }
    }

    /** {@return the status as the driver gave it} */
    public int status() {
        return status;
    }
}
