package org.anabranch.loops.device;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.emit.EmitOptions;

import java.util.List;

/**
 * The domains of a place that can take part in a loop.
 *
 * @param place the place
 * @param host whether the host is one
 * @param devices the others
 */
record Participants(Place place, boolean host, List<Domain> devices) {

    static Participants of(Platform platform, Place place) throws DeviceRefusal {
        List<Domain> all = platform.domains().stream().filter(one -> isIn(one, place)).toList();
        List<Domain> devices =
                all.stream()
                        .filter(domain -> !domain.isHost())
                        .filter(domain -> domain.state() == Domain.State.ACTIVE)
                        .filter(Participants::understands)
                        .toList();
        if (place instanceof Place.Among(List<Domain> named)) {
            requireAll(named);
        }
        if (devices.isEmpty()) {
            throw new DeviceRefusal(
                    place instanceof Domain domain
                            ? domain.id() + " does not run OpenCL C or Java"
                            : "there is no device that runs OpenCL C or Java");
        }
        return new Participants(place, all.stream().anyMatch(Domain::isHost), devices);
    }

    /** Throws if a listed domain cannot take part: none is left out silently. */
    private static void requireAll(List<Domain> named) throws DeviceRefusal {
        for (Domain domain : named) {
            if (!domain.isHost() && !understands(domain)) {
                throw new DeviceRefusal(domain.id() + " does not run OpenCL C or Java");
            }
        }
    }

    private static boolean isIn(Domain domain, Place place) {
        return switch (place) {
            case Domain one -> one.equals(domain);
            case Place.Among(List<Domain> some) -> some.contains(domain);
            case Place.Kind kind -> kind.kind().equals(domain.kind());
            case Place.Anywhere anywhere -> true;
        };
    }

    private static boolean understands(Domain domain) {
        return runsText(domain) || domain.formats().contains(KernelCode.JAVA);
    }

    static boolean runsText(Domain domain) {
        return domain.formats().contains(KernelCode.OPENCL_C);
    }

    boolean isOne() {
        return !host && devices.size() == 1;
    }

    /** Returns the emit options that suit all participants, or throws if there are none. */
    EmitOptions options(Platform platform) throws DeviceRefusal {
        EmitOptions options = EmitOptions.scalar();
        for (Domain domain : devices) {
            if (runsText(domain)) {
                SelfTestResults arithmetic = SelfTestResults.of(platform, domain);
                if (arithmetic.refusal() != null) {
                    throw new DeviceRefusal(domain.id() + " " + arithmetic.refusal());
                }
                options = options.division(arithmetic.division());
            }
        }
        return options;
    }

    /** Returns the first domain without Java's {@code double}, or null. */
    Domain withoutDoubles(Platform platform) {
        return devices.stream()
                .filter(Participants::runsText)
                .filter(domain -> !SelfTestResults.of(platform, domain).doubles(platform, domain))
                .findFirst()
                .orElse(null);
    }

    private static boolean isProcessor(Domain domain) {
        return "cpu".equals(domain.properties().get("type"));
    }

    /** Returns true if vectors are useful: all devices that get text are processors. */
    boolean areProcessors() {
        List<Domain> given = devices.stream().filter(Participants::runsText).toList();
        return !given.isEmpty() && given.stream().allMatch(Participants::isProcessor);
    }

    /**
     * Returns true if many work-items are useful: some devices get text, and not all of these are
     * processors.
     */
    boolean areManyCores() {
        return devices.stream().anyMatch(Participants::runsText) && !areProcessors();
    }

    /** Returns true if all devices are processors, and so the host's own. */
    boolean areOnlyProcessors() {
        return devices.stream().allMatch(Participants::runsText) && areProcessors();
    }

    /** Returns the devices that are not the host's own processor. */
    List<Domain> apart() {
        return devices.stream()
                .filter(device -> !runsText(device) || !isProcessor(device))
                .toList();
    }

    String names() {
        String names = String.join(", ", devices.stream().map(Domain::id).toList());
        return host ? "the host and " + names : names;
    }
}
