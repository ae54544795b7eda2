package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.cost.FasterWay;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.lift.Lifted;

/**
 * The host and a device that is the same processor, of which a loop uses one: running both at once
 * would slow down both. A loop runs on the one that was faster for it, and from time to time on the
 * other. While the device's arithmetic is being tested, the host runs all loops.
 */
public final class Rivals {
    private final Domain device;

    /** Null during the device's self-test. */
    private final FasterWay faster;

    /** The key of the measurements: device, and magnitude of the number of iterations. */
    private record Key(String device, int bits) {}

    private Rivals(Domain device, FasterWay faster) {
        this.device = device;
        this.faster = faster;
    }

    /**
     * Returns the rivals of a place.
     *
     * @param platform whose domains are meant
     * @param place where a loop is to run
     * @param lifted its body
     * @param iterations how many
     * @return null if the place is not the host with devices that are the same processor
     */
    public static Rivals of(Platform platform, Place place, Lifted lifted, long iterations) {
        try {
            Participants who = Participants.of(platform, place);
            if (!who.host() || !who.areOnlyProcessors()) {
                return null;
            }
            Domain device = who.devices().getFirst();
            boolean doubles =
                    lifted.body().locals().stream().anyMatch(local -> local.kind() == Kind.DOUBLE);
            if (!SelfTestResults.of(platform, device).isKnown(platform, device, doubles)) {
                return new Rivals(device, null);
            }
            Key key = new Key(device.id(), Long.SIZE - Long.numberOfLeadingZeros(iterations));
            Object known = lifted.made().computeIfAbsent(key, absent -> new FasterWay());
            return new Rivals(device, (FasterWay) known);
        } catch (DeviceRefusal none) {
            return null;
        }
    }

    /** {@return the device} */
    public Domain device() {
        return device;
    }

    /** {@return true if the next call is to run on the device} */
    public boolean deviceIsNext() {
        return faster != null && faster.secondIsNext();
    }

    /** {@return a description, for people, of why a call runs on the host} */
    public String onHost() {
        return faster == null
                ? "on the host, while the arithmetic of " + device.id() + " is tried"
                : "on the host, which is also " + device.id();
    }

    /**
     * Records the time of a call.
     *
     * @param onDevice true if it ran on the device
     * @param nanos its time
     */
    public void took(boolean onDevice, long nanos) {
        if (faster != null) {
            faster.took(onDevice, nanos);
        }
    }
}
