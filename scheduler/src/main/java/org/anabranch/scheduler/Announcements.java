package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.scheduler.domain.AnnouncedDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.DeviceOpener;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The devices that a backend has found and that are not open, and those that were lost and have not
 * been found again. Used under the backend's lock.
 */
final class Announcements {
    private final Domains domains;
    private final Map<String, AnnouncedDomain> announced = new LinkedHashMap<>();

    /** Lost, closed and not found again. */
    private final Set<String> missing = new HashSet<>();

    Announcements(Domains domains) {
        this.domains = domains;
    }

    /** The backend has found these, and no others. */
    void found(List<DeviceInfo> found) {
        Set<String> ids = new HashSet<>();
        for (DeviceInfo info : found) {
            ids.add(info.id());
            if (!isOpen(info.id()) && !announced.containsKey(info.id())) {
                announce(info, true);
            }
        }
        for (AnnouncedDomain domain : List.copyOf(announced.values())) {
            if (domain.mayOpen() && !ids.contains(domain.id())) {
                withdraw(domain);
            }
        }
        missing.removeAll(ids);
    }

    private boolean isOpen(String id) {
        return domains.devices().stream()
                .anyMatch(domain -> domain.id().equals(id) && domain.state() != Domain.State.GONE);
    }

    private void announce(DeviceInfo info, boolean closed) {
        AnnouncedDomain domain =
                new AnnouncedDomain(
                        domains.pool(), info, domains.nextGeneration(info.id()), closed);
        announced.put(info.id(), domain);
        try {
            domains.announce(domain);
        } catch (OutOfMemoryError full) {
            announced.remove(info.id());
            throw full;
        }
    }

    /**
     * Opens what is announced; holding no lock. Null if that is refused, and said.
     *
     * @param plug of the domain
     */
    static DeviceDomain open(
            AnnouncedDomain announced, Domains all, DeviceOpener plug, Backend backend) {
        DeviceInfo info = announced.info;
        try {
            return all.open(plug, backend, info, info.mask(), announced.generation());
        } catch (Throwable refused) {
            if (announced.refuse(BackendFault.sentence(refused))) {
                BackendFault.say(
                        "device " + info.id() + " cannot be opened, and is tried again", refused);
            }
            return null;
        }
    }

    /** The device is lost, and not closed yet. */
    void lost(DeviceDomain domain) {
        if (!announced.containsKey(domain.id())) {
            announce(domain.info, false);
        }
    }

    /** The lost device is closed, and may be opened when it is found again. */
    void closed(DeviceDomain domain) {
        missing.add(domain.id());
        AnnouncedDomain next = announced.get(domain.id());
        if (next != null) {
            next.closed();
        }
    }

    void withdraw(AnnouncedDomain domain) {
        domains.withdraw(domain); // first: without memory for that it is withdrawn again
        announced.remove(domain.id(), domain);
    }

    void withdrawAll() {
        List.copyOf(announced.values()).forEach(this::withdraw);
    }

    List<AnnouncedDomain> toOpen() {
        return announced.values().stream().filter(AnnouncedDomain::mayOpen).toList();
    }

    /** Returns true if there is nothing to find or to open. */
    boolean isComplete() {
        return missing.isEmpty() && toOpen().isEmpty();
    }

    List<Monitor.RefusedDevice> refused() {
        return announced.values().stream()
                .map(AnnouncedDomain::refusal)
                .filter(Objects::nonNull)
                .toList();
    }
}
