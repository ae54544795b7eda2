package org.anabranch.faulty;

import org.anabranch.spi.DeviceException;

/** Reported by an operation that failed by plan. */
public final class InjectedFaultException extends DeviceException {
    private static final long serialVersionUID = 1;

    InjectedFaultException(String message) {
        super(message);
    }
}
