package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.lift.Lifted;

/**
 * The host and a device that is the same processor. Side by side each would slow the other down; so
 * a loop runs on the one that has been faster at it, and now and then on the other one. While the
 * arithmetic of the device is being tried the host runs all.
 */
public final class Rivals {
    private final Domain device;

    /** Null while the device is tried. */
    private final FasterOne faster;

    /** A loop is another one if it is much longer. */
    private record Key(String device, int bits) {}

    private Rivals(Domain device, FasterOne faster) {
        this.device = device;
        this.faster = faster;
    }

    /**
     * The rivals of a place.
     *
     * @param platform whose domains are meant
     * @param place where a loop is to run
     * @param lifted its body
     * @param iterations how many
     * @return null if the place is another one
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
            if (!Arithmetic.of(platform, device).isKnown(platform, device, doubles)) {
                return new Rivals(device, null);
            }
            Key key = new Key(device.id(), Long.SIZE - Long.numberOfLeadingZeros(iterations));
            Object known = lifted.made().computeIfAbsent(key, absent -> new FasterOne());
            return new Rivals(device, (FasterOne) known);
        } catch (DeviceRefusal none) {
            return null;
        }
    }

    /** {@return the device} */
    public Domain device() {
        return device;
    }

    /** {@return whether the next call is the device's} */
    public boolean deviceIsNext() {
        return faster != null && faster.secondIsNext();
    }

    /** {@return where the host's calls run, for people} */
    public String onHost() {
        return faster == null
                ? "on the host, while the arithmetic of " + device.id() + " is tried"
                : "on the host, which is also " + device.id();
    }

    /**
     * Learns from a call.
     *
     * @param onDevice where it ran
     * @param nanos how long it took
     */
    public void took(boolean onDevice, long nanos) {
        if (faster != null) {
            faster.took(onDevice, nanos);
        }
    }
}
