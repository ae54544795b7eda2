package org.anabranch.scheduler;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Timeline;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The runtime of one framework: the host, the domains that backends bring, and what is common to
 * all programs. Within a framework the bundle makes one; a test or a tool may make its own.
 */
public final class Engine implements AutoCloseable {
    private static final int MEMORIES = 64;

    final EngineSettings settings;
    final WorkerPool pool;
    final HostMemory hostMemory;
    final HostDomain host;
    final CommutingActions commuting = new CommutingActions();

    private final List<DeviceDomain> devices = new CopyOnWriteArrayList<>();
    private final List<AnnouncedDomain> announced = new CopyOnWriteArrayList<>();
    private final Map<Backend, PluggedBackend> backends = new ConcurrentHashMap<>();
    private final Map<String, Integer> generations = new ConcurrentHashMap<>();
    private final List<KernelLibrary> libraries = new CopyOnWriteArrayList<>();
    final Set<BundlePlatform> platforms = ConcurrentHashMap.newKeySet();
    private final AtomicInteger domainChanges = new AtomicInteger();
    private final AtomicInteger streamNumbers = new AtomicInteger();
    private final AtomicInteger bufferNumbers = new AtomicInteger();

    /** Guarded by itself; bit 0 is the host's. */
    private final BitSet memories = new BitSet();

    /** Gone, and perhaps still named by actions; guarded by the numbers. */
    private final List<DeviceDomain> departed = new ArrayList<>();

    private final DeviceDomain[] byMemory = new DeviceDomain[MEMORIES];

    private Engine(EngineSettings settings, Timeline timeline) {
        this.settings = settings;
        this.pool = new WorkerPool(settings.workers(), timeline);
        this.hostMemory = new HostMemory(settings.memoryLimit());
        this.host = new HostDomain(this);
        memories.set(Copies.HOST);
    }

    /**
     * Starts an engine with the host as its only domain.
     *
     * @param settings how it runs
     * @param timeline where its workers take time from
     * @return the engine, to be closed by the caller
     */
    public static Engine start(EngineSettings settings, Timeline timeline) {
        Engine engine = new Engine(settings, timeline);
        engine.pool.lookIn(new PortThief(engine));
        engine.pool.start();
        return engine;
    }

    /**
     * Starts an engine in real time.
     *
     * @param settings how it runs
     * @return the engine, to be closed by the caller
     */
    public static Engine start(EngineSettings settings) {
        return start(settings, Timeline.REAL);
    }

    /**
     * A platform for one program.
     *
     * @param owner name of the program, for listings and messages
     * @return a platform; closing it frees all that the program has
     */
    public BundlePlatform platform(String owner) {
        BundlePlatform platform = new BundlePlatform(this, owner);
        platforms.add(platform);
        return platform;
    }

    /** {@return reports of what is going on here; for any thread} */
    public Monitor monitor() {
        return new EngineMonitor(this);
    }

    void forget(BundlePlatform platform) {
        platforms.remove(platform);
        devices.forEach(device -> device.forget(platform));
    }

    /**
     * Plugs a backend in. Its devices are found and opened on another thread, and become active
     * together.
     *
     * @param backend the backend
     */
    public void add(Backend backend) {
        PluggedBackend plugged = new PluggedBackend(this, backend);
        backends.put(backend, plugged);
        plugged.openAll();
    }

    /**
     * Unplugs a backend: drains its domains, brings home what is only valid there, closes its
     * devices. Returns when that is done, within about the time that the settings allow.
     *
     * @param backend the backend
     */
    public void remove(Backend backend) {
        PluggedBackend plugged = backends.remove(backend);
        if (plugged != null) {
            plugged.unplug();
        }
    }

    /**
     * Offers the kernels of a library by name.
     *
     * @param library the library
     */
    public void add(KernelLibrary library) {
        libraries.add(library);
    }

    /**
     * Takes the kernels of a library back.
     *
     * @param library the library
     */
    public void remove(KernelLibrary library) {
        libraries.remove(library);
    }

    Optional<Kernel> kernel(String name) {
        return libraries.stream()
                .flatMap(library -> library.kernels().stream())
                .filter(kernel -> kernel.name().equals(name))
                .findFirst();
    }

    /** Opens a device, or part of one, as a domain that is not active yet. */
    DeviceDomain open(Backend backend, DeviceInfo info, ProcessorMask mask, int generation)
            throws DeviceException {
        int memory;
        synchronized (memories) {
            memory = memories.nextClearBit(0);
            if (memory >= MEMORIES) {
                throw new DeviceException(
                        "there are "
                                + (MEMORIES - 1)
                                + " devices already: "
                                + info.id()
                                + " is left out");
            }
            memories.set(memory);
        }
        try {
            DeviceDomain domain = new DeviceDomain(this, memory, backend, info, mask, generation);
            byMemory[memory] = domain;
            devices.add(domain);
            return domain;
        } catch (DeviceException | RuntimeException | Error refused) {
            releaseMemory(memory);
            throw refused;
        }
    }

    private void releaseMemory(int memory) {
        synchronized (memories) {
            memories.clear(memory);
            byMemory[memory] = null;
        }
    }

    /**
     * The number of a domain that is gone is used again, and its backend let go, when no action
     * names it any more; whoever retires the last one asks.
     */
    void reclaim(DeviceDomain domain) {
        synchronized (memories) {
            if (domain.pending() > 0 || isStore(domain) || !departed.remove(domain)) {
                return;
            }
            if (domain.store != domain) {
                reclaim(domain.store);
            } else {
                DomainLostException cause = goneFor(domain);
                forEachBuffer(buffer -> buffer.directory.drop(domain.memory, cause));
                releaseMemory(domain.memory);
            }
        }
    }

    /** Whether another domain uses its memory. */
    private boolean isStore(DeviceDomain domain) {
        return Stream.concat(devices.stream(), departed.stream())
                .anyMatch(part -> part != domain && part.store == domain);
    }

    /** Domains that are gone and still named by actions. */
    List<DeviceDomain> stillNamed() {
        synchronized (memories) {
            return List.copyOf(departed);
        }
    }

    private static DomainLostException goneFor(DeviceDomain domain) {
        return new DomainLostException("the only copy was in " + domain + ", which is gone");
    }

    /** The generation of the next device of that id that opens. */
    int nextGeneration(String id) {
        return generations.getOrDefault(id, 0) + 1;
    }

    void opened(String id, int generation) {
        generations.put(id, generation);
    }

    /** A device was found, and is shown. */
    void announce(AnnouncedDomain domain) {
        announced.add(domain);
    }

    /** It has opened, or is not there any more. */
    void withdraw(AnnouncedDomain domain) {
        announced.remove(domain);
        domain.become(Domain.State.GONE);
    }

    /** The backends that are plugged in. */
    List<Monitor.BackendReport> backends() {
        return backends.values().stream().map(PluggedBackend::report).toList();
    }

    void activate(DeviceDomain domain) {
        domain.become(Domain.State.ACTIVE);
        domainChanges.incrementAndGet();
    }

    DeviceDomain openPart(DeviceDomain whole, ProcessorMask mask) {
        try {
            DeviceDomain part = openPartOf(whole, mask);
            part.become(Domain.State.ACTIVE);
            return part;
        } catch (DeviceException refused) {
            throw new UnknownDomainException(
                    whole + " cannot be divided by " + mask + ": " + refused.getMessage(), refused);
        }
    }

    private DeviceDomain openPartOf(DeviceDomain whole, ProcessorMask mask) throws DeviceException {
        if (!whole.device.sharesMemoryWithParts()) {
            return open(whole.backend, whole.info, mask, whole.generation());
        }
        DeviceDomain part = new DeviceDomain(whole, mask);
        devices.add(part);
        return part;
    }

    /** Drains and closes part of a device, unless all of it is about to go. */
    void remove(DeviceDomain part) {
        PluggedBackend plugged = backends.get(part.backend);
        if (plugged != null) {
            plugged.remove(part);
        }
    }

    /** A domain is gone for good. */
    void forget(DeviceDomain domain) {
        if (!devices.remove(domain)) {
            return;
        }
        domainChanges.incrementAndGet();
        domain.dropMemory(goneFor(domain));
        synchronized (memories) {
            departed.add(domain);
            reclaim(domain);
        }
    }

    void lost(DeviceDomain domain, DeviceLostException cause) {
        domainChanges.incrementAndGet();
        PluggedBackend plugged = backends.get(domain.backend);
        if (plugged != null) {
            plugged.lost(domain, cause);
        }
    }

    /** Counts comings and goings of domains. */
    int domainChanges() {
        return domainChanges.get();
    }

    /** The host and the active whole devices. */
    List<ExecutingDomain> active() {
        List<ExecutingDomain> active = new ArrayList<>();
        active.add(host);
        for (DeviceDomain device : devices) {
            if (device.state() == Domain.State.ACTIVE && device.isWhole()) {
                active.add(device);
            }
        }
        return active;
    }

    /** All domains there are, whatever their state. */
    List<ExecutingDomain> all() {
        List<ExecutingDomain> all = new ArrayList<>();
        all.add(host);
        all.addAll(devices);
        for (AnnouncedDomain domain : announced) {
            if (all.stream().noneMatch(domain::isReplacedBy)) {
                all.add(domain);
            }
        }
        return all;
    }

    List<DeviceDomain> devices() {
        return devices;
    }

    /** What may still become active, as the end of a sentence. */
    String coming() {
        List<String> looking =
                backends().stream()
                        .filter(Monitor.BackendReport::looking)
                        .map(Monitor.BackendReport::name)
                        .toList();
        return (announced.isEmpty() ? "" : "; not open yet: " + announced)
                + (looking.isEmpty() ? "" : "; still looking for devices: " + looking);
    }

    ExecutingDomain memory(int memory) {
        return memory == Copies.HOST ? host : byMemory[memory];
    }

    void forEachBuffer(Consumer<TrackedBuffer> use) {
        platforms.forEach(platform -> platform.buffers().forEach(use));
    }

    /** Gives back clean instances on a device that nobody uses. */
    void evict(DeviceDomain device, TrackedBuffer but) {
        forEachBuffer(
                buffer -> {
                    if (buffer != but) {
                        buffer.evict(device);
                    }
                });
    }

    void requireOwn(Buffer buffer) {
        if (!(buffer instanceof TrackedBuffer tracked) || tracked.engine != this) {
            throw new KernelArgumentException(
                    (buffer == null ? "null" : buffer.name()) + " is no buffer of this platform");
        }
    }

    int nextStream() {
        return streamNumbers.incrementAndGet();
    }

    int nextBuffer() {
        return bufferNumbers.incrementAndGet();
    }

    /** Unplugs everything, ends all programs, and stops the workers. */
    @Override
    public void close() {
        List.copyOf(backends.keySet()).forEach(this::remove);
        List.copyOf(platforms).forEach(BundlePlatform::close);
        pool.stop();
    }
}
