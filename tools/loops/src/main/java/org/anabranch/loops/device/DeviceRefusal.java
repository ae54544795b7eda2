package org.anabranch.loops.device;

/** A loop does not run on a device, for the reason in the message; nothing has been changed. */
public final class DeviceRefusal extends Exception {
    private static final long serialVersionUID = 1;

    DeviceRefusal(String reason) {
        super(reason);
    }
}
