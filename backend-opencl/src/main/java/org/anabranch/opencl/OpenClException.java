package org.anabranch.opencl;

import org.anabranch.spi.DeviceException;

/** The driver refused a call, or ended a command, with a status. */
final class OpenClException extends DeviceException {
    private static final long serialVersionUID = 1;

    private final int status;

    OpenClException(String what, int status) {
        super(what + ": " + ClStatus.name(status));
        this.status = status;
    }

    /** {@return the status as the driver gave it} */
    int status() {
        return status;
    }
}
