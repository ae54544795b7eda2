package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.cost.PlaceTrials;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.lift.Lifted;

import java.util.ArrayList;
import java.util.List;

/**
 * The places among which a loop may choose: the host, and devices. If the devices are the host's
 * own processor, the loop uses one of both: running both at once would slow down both. Others may
 * also share it with the host. A loop runs where it was faster, and from time to time a piece of it
 * elsewhere. While the arithmetic of a device is being tested, the host runs all loops.
 *
 * @param places the host, the devices, and perhaps both
 * @param names of the devices
 * @param areOwn true if these are the host's own processor
 * @param areTested false during a self-test
 * @param trials the measured times; none during a self-test
 */
public record Rivals(
        List<Place> places, String names, boolean areOwn, boolean areTested, PlaceTrials trials) {
    /**
     * The key of the measurements: devices, magnitude of the number of iterations, and true if
     * memory stays on devices.
     */
    private record Key(String devices, int bits, boolean keeps) {}

    /**
     * Returns the rivals of a place.
     *
     * @param platform whose domains are meant
     * @param place where a loop is to run
     * @param lifted its body
     * @param iterations how many
     * @param keeps true if it uses memory that stays on devices between loops
     * @return null if there is no choice: the place lacks the host, or names it and devices of
     *     other processors
     */
    public static Rivals of(
            Platform platform, Place place, Lifted lifted, long iterations, boolean keeps) {
        try {
            Participants who = Participants.of(platform, place);
            boolean areOwn = who.areOnlyProcessors();
            if (!who.host() || !areOwn && !(place instanceof Place.Anywhere)) {
                return null;
            }
            List<Domain> devices = areOwn ? List.of(who.devices().getFirst()) : who.apart();
            String names = String.join(", ", devices.stream().map(Domain::id).toList());
            List<Place> places = places(platform.host(), devices, areOwn);
            if (!areTested(platform, devices, lifted)) {
                return new Rivals(places, names, areOwn, false, new PlaceTrials(places.size()));
            }
            Key key = new Key(names, Long.SIZE - Long.numberOfLeadingZeros(iterations), keeps);
            Object known =
                    lifted.made().computeIfAbsent(key, absent -> new PlaceTrials(places.size()));
            return new Rivals(places, names, areOwn, true, (PlaceTrials) known);
        } catch (DeviceRefusal none) {
            return null;
        }
    }

    private static List<Place> places(Domain host, List<Domain> devices, boolean areOwn) {
        List<Place> places = new ArrayList<>();
        places.add(host);
        places.add(devices.size() == 1 ? devices.getFirst() : Place.among(devices));
        if (!areOwn) {
            List<Domain> all = new ArrayList<>(devices);
            all.addFirst(host);
            places.add(Place.among(all));
        }
        return places;
    }

    /** Returns true if all self-tests have ended; if not, starts those that have not begun. */
    private static boolean areTested(Platform platform, List<Domain> devices, Lifted lifted) {
        boolean doubles =
                lifted.body().locals().stream().anyMatch(local -> local.kind() == Kind.DOUBLE);
        boolean known = true;
        for (Domain device : devices) {
            known &=
                    !Participants.runsText(device)
                            || SelfTestResults.of(platform, device)
                                    .isKnown(platform, device, doubles);
        }
        return known;
    }

    /** {@return a description, for people, of why a call runs on the host} */
    public String onHost() {
        return !areTested
                ? "on the host, while the arithmetic of " + names + " is tried"
                : areOwn ? "on the host, which is also " + names : "on the host, not on " + names;
    }
}
