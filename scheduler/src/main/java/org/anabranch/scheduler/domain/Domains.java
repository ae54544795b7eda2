package org.anabranch.scheduler.domain;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.events.DomainChange;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.place.ComputeUnits;
import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.place.Places;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The domains of an engine: the host, and those of devices from their opening to their end. */
public final class Domains {
    public final HostDomain host;
    public final Memories memories;
    public final Translations translations = new Translations();

    /** Where actions that are bound to no domain go. */
    public final Places places;

    /** The measured costs of kernels. */
    public final CostBook costs = new CostBook();

    private final List<DeviceDomain> devices = new CopyOnWriteArrayList<>();
    private final List<AnnouncedDomain> announced = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();
    private final AtomicInteger changes = new AtomicInteger();
    private volatile Runnable listener = () -> {};

    /** Gone, and perhaps still named by actions. */
    @GuardedBy("itself")
    private final List<DeviceDomain> departed = new ArrayList<>();

    public Domains(HostDomain host, Memories memories) {
        this.host = host;
        this.memories = memories;
        WorkerPool pool = memories.pool;
        this.places = new Places(pool.timeline::nanos, pool.simulated ? null : pool.alarms::after);
    }

    public WorkerPool pool() {
        return memories.pool;
    }

    /** Of a device that is the host's own processor there is no second one. */
    ComputeUnits silicon(DeviceInfo info) {
        return info.isHostProcessor() ? host.site().silicon : new ComputeUnits(info.lanes(), 0);
    }

    /** Opens a device, or part of one, as a domain that is not active yet. */
    public DeviceDomain open(
            DeviceOpener plug, Backend backend, DeviceInfo info, ProcessorMask mask, int generation)
            throws DeviceException {
        int memory = memories.reserve(info.id());
        try {
            DeviceDomain domain =
                    new DeviceDomain(this, memory, null, plug, backend, info, mask, generation);
            memories.put(domain);
            enter(domain);
            return domain;
        } catch (DeviceException | RuntimeException | Error refused) {
            memories.release(memory);
            throw refused;
        }
    }

    /** It is known from now on; without memory for that it does not stay open. */
    private void enter(DeviceDomain domain) {
        try {
            devices.add(domain);
        } catch (OutOfMemoryError full) {
            domain.discard();
            throw full;
        }
    }

    /** Closes a part that was opened but never announced. */
    void discard(DeviceDomain part) {
        part.discard();
        while (devices.contains(part)) {
            try {
                forget(part);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /**
     * Frees the number of a domain that is gone, and releases its backend, when no action refers to
     * it any more; called by the thread that retires the last one.
     */
    void reclaim(DeviceDomain domain) {
        synchronized (departed) {
            if (domain.pending() > 0 || isStore(domain) || !departed.contains(domain)) {
                return;
            }
            if (domain.store != domain) {
                departed.remove(domain);
                domain.releaseBackend();
                reclaim((DeviceDomain) domain.store);
            } else {
                DomainLostException cause = goneFor(domain);
                memories.forEachBuffer(buffer -> buffer.directory.drop(domain.memory, cause));
                memories.release(domain.memory);
                domain.releaseBackend();
                departed.remove(domain); // last: there may be no memory before
            }
        }
    }

    /** Returns true if another domain uses its memory. */
    @GuardedBy("departed")
    private boolean isStore(DeviceDomain domain) {
        return Stream.concat(devices.stream(), departed.stream())
                .anyMatch(part -> part != domain && part.store == domain);
    }

    /** Domains that are gone and still named by actions. */
    public List<DeviceDomain> stillNamed() {
        synchronized (departed) {
            return List.copyOf(departed);
        }
    }

    private static DomainLostException goneFor(DeviceDomain domain) {
        return new DomainLostException("the only copy was in " + domain + ", which is gone");
    }

    /** The generation of the next device of that id that opens. */
    public int nextGeneration(String id) {
        return generations.getOrDefault(id, 0) + 1;
    }

    public void opened(String id, int generation) {
        generations.put(id, generation);
    }

    /** A device was found, and is shown. */
    public void announce(AnnouncedDomain domain) {
        announced.add(domain);
        domain.say(DomainChange.ADDED);
    }

    /** It has opened, or is not there any more. */
    public void withdraw(AnnouncedDomain domain) {
        boolean there = announced.remove(domain);
        domain.become(Domain.State.GONE);
        if (there && devices.stream().noneMatch(domain::isReplacedBy)) {
            domain.say(DomainChange.GONE);
        }
    }

    /** Those that are found and not open. */
    public List<AnnouncedDomain> announced() {
        return announced;
    }

    public void activate(DeviceDomain domain) {
        domain.become(Domain.State.ACTIVE);
        changed();
    }

    DeviceDomain openPart(DeviceDomain whole, ProcessorMask mask) {
        try {
            return openPartOf(whole, mask);
        } catch (DeviceException refused) {
            throw new UnknownDomainException(
                    whole + " cannot be divided by " + mask + ": " + ForeignCode.message(refused),
                    refused);
        }
    }

    private DeviceDomain openPartOf(DeviceDomain whole, ProcessorMask mask) throws DeviceException {
        if (!whole.sharesMemoryWithParts()) {
            return open(whole.plug, whole.backend, whole.info, mask, whole.generation());
        }
        DeviceDomain part =
                new DeviceDomain(
                        this,
                        whole.memory,
                        whole,
                        whole.plug,
                        whole.backend,
                        whole.info,
                        mask,
                        whole.generation());
        enter(part);
        return part;
    }

    /** A domain is gone for good. */
    public void forget(DeviceDomain domain) {
        DomainLostException cause = goneFor(domain);
        domain.dropMemory(cause);
        synchronized (departed) {
            if (!devices.contains(domain)) {
                return;
            }
            if (!departed.contains(domain)) {
                departed.add(domain);
            }
            devices.remove(domain);
        }
        changed();
        reclaim(domain);
    }

    /** A domain has come or gone, or is another size. */
    public void changed() {
        changes.incrementAndGet();
        listener.run();
    }

    /** Sets a listener for domains that are added or removed; it must return soon and not throw. */
    public void onChange(Runnable told) {
        listener = told;
    }

    /** Counts comings and goings of domains. */
    public int changes() {
        return changes.get();
    }

    /** The host and the active whole devices. */
    public List<ExecutingDomain> active() {
        List<ExecutingDomain> active = new ArrayList<>();
        active.add(host);
        for (DeviceDomain device : devices) {
            if (device.state() == Domain.State.ACTIVE && device.isWhole()) {
                active.add(device);
            }
        }
        return active;
    }

    /**
     * Returns the active domain of the same device if this one is not active: it was plugged in
     * again, as in an update of its backend. Itself if there is none.
     */
    public ExecutingDomain successor(ExecutingDomain domain) {
        if (domain.state() != Domain.State.ACTIVE) {
            for (DeviceDomain device : devices) {
                if (device.state() == Domain.State.ACTIVE && device.id().equals(domain.id())) {
                    return device;
                }
            }
        }
        return domain;
    }

    /** All domains there are, whatever their state. */
    public List<ExecutingDomain> all() {
        while (true) {
            List<DeviceDomain> open = List.copyOf(devices);
            List<ExecutingDomain> all = new ArrayList<>();
            all.add(host);
            all.addAll(open);
            for (AnnouncedDomain domain : announced) {
                if (open.stream().noneMatch(domain::isReplacedBy)) {
                    all.add(domain);
                }
            }
            if (open.equals(devices)) { // else one may have gone from one list to the other
                return all;
            }
        }
    }

    public List<DeviceDomain> devices() {
        return devices;
    }
}
