package org.anabranch.loops.device;

/**
 * Thrown when a loop cannot run on a device, for the reason in the message; memory is unchanged.
 */
public final class DeviceRefusal extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Creates a refusal.
     *
     * @param reason why
     */
    public DeviceRefusal(String reason) {
        super(reason);
    }
}
