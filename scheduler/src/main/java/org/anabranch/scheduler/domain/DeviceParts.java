package org.anabranch.scheduler.domain;

import org.anabranch.api.ProcessorMask;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The parts of a device that are open. */
final class DeviceParts {
    private final Domains domains;
    private final Function<ProcessorMask, DeviceDomain> open;
    private final Map<ProcessorMask, DeviceDomain> parts = new ConcurrentHashMap<>();

    /**
     * None.
     *
     * @param open opens a part
     */
    DeviceParts(Domains domains, Function<ProcessorMask, DeviceDomain> open) {
        this.domains = domains;
        this.open = open;
    }

    /** Opens the part if it is not open; without memory to know it, nothing stays open. */
    DeviceDomain get(ProcessorMask mask) {
        DeviceDomain[] opened = new DeviceDomain[1];
        try {
            return parts.computeIfAbsent(mask, part -> opened[0] = open.apply(part));
        } catch (OutOfMemoryError full) {
            if (opened[0] != null) {
                domains.discard(opened[0]);
            }
            throw full;
        }
    }

    /** Returns true if it was still a part; removes it. */
    boolean remove(DeviceDomain part) {
        return parts.remove(part.processors(), part);
    }

    List<DeviceDomain> all() {
        return List.copyOf(parts.values());
    }
}
