package org.anabranch.health.check;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.BackendReport;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.RefusedDevice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The check of domains: active, lost, refused, or being opened. */
final class DomainCheck {
    static final String NAME = "domains";

    private DomainCheck() {}

    /**
     * Runs the check.
     *
     * @param lost ids of domains that vanished and are not back
     */
    static HealthFinding look(Monitor monitor, Collection<String> lost) {
        List<DomainReport> domains = monitor.domains();
        List<BackendReport> backends = monitor.backends();
        String active = ids(domains, Domain.State.ACTIVE);
        if (!lost.isEmpty() || active.isEmpty()) {
            return new HealthFinding(
                    NAME,
                    Status.CRITICAL,
                    active.isEmpty()
                            ? "no domain takes work"
                            : "lost: " + String.join(", ", lost) + "; take work: " + active,
                    "'felix:restart' of its bundle looks for a device anew; the log says why it"
                            + " went");
        }
        String coming = coming(domains, backends);
        if (!coming.isEmpty()) {
            return new HealthFinding(
                    NAME,
                    Status.TEMPORARILY_UNAVAILABLE,
                    "to come: " + coming + "; take work: " + active,
                    "wait a few seconds");
        }
        List<String> trouble = trouble(backends);
        return trouble.isEmpty()
                ? HealthFinding.ok(NAME, "take work: " + active)
                : new HealthFinding(
                        NAME,
                        Status.WARN,
                        String.join("; ", trouble) + "; take work: " + active,
                        "'domains' lists what there is; a backend that is not wanted can be"
                                + " stopped");
    }

    private static String ids(List<DomainReport> domains, Domain.State state) {
        return domains.stream()
                .map(DomainReport::domain)
                .filter(domain -> domain.state() == state)
                .map(Domain::id)
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the devices that are being opened and the backends that are searching; a refused
     * device, which is tried again, does not count.
     */
    private static String coming(List<DomainReport> domains, List<BackendReport> backends) {
        List<String> coming = new ArrayList<>();
        List<String> refused =
                backends.stream()
                        .flatMap(backend -> backend.refused().stream())
                        .map(RefusedDevice::domain)
                        .toList();
        domains.stream()
                .map(DomainReport::domain)
                .filter(domain -> domain.state() == Domain.State.ADDED)
                .map(Domain::id)
                .filter(id -> !refused.contains(id))
                .forEach(coming::add);
        backends.stream()
                .filter(BackendReport::looking)
                .map(backend -> "devices of " + backend.name())
                .forEach(coming::add);
        return String.join(", ", coming);
    }

    private static List<String> trouble(List<BackendReport> backends) {
        List<String> trouble = new ArrayList<>();
        for (BackendReport backend : backends) {
            if (!backend.trouble().isEmpty()) {
                trouble.add(backend.name() + ": " + backend.trouble());
            }
            backend.refused()
                    .forEach(device -> trouble.add(device.domain() + ": " + device.reason()));
        }
        return trouble;
    }
}
