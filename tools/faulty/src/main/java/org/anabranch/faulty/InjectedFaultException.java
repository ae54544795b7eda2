package org.anabranch.faulty;

import org.anabranch.spi.DeviceException;

/** An operation failed because the plan says so. */
public final class InjectedFaultException extends DeviceException {
    private static final long serialVersionUID = 1;

    InjectedFaultException(String message) {
        super(message);
    }
}
