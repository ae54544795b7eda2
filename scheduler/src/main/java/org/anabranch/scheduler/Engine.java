package org.anabranch.scheduler;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Monitor;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.events.EventLog;
import org.anabranch.scheduler.coherence.HostMemory;
import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.domain.AnnouncedDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.domain.Machine;
import org.anabranch.scheduler.kernel.PortThief;
import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.scheduler.stream.TrackedStream;
import org.anabranch.spi.Backend;
import org.anabranch.spi.KernelTranslator;
import org.anabranch.spi.Timeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The runtime of one framework: the host, the domains that backends bring, and what is common to
 * all programs. Within a framework the bundle makes one; a test or a tool may make its own.
 */
public final class Engine implements AutoCloseable {
    private volatile EngineSettings settings;
    final WorkerPool pool;
    final Memories memories;
    final Domains domains;
    final Machine machine;
    final Watchdog watchdog;
    private final Drain drain;
    private final Map<Backend, PluggedBackend> backends = new ConcurrentHashMap<>();
    private final List<KernelLibrary> libraries = new CopyOnWriteArrayList<>();
    final Set<BundlePlatform> platforms = ConcurrentHashMap.newKeySet();
    private final AtomicInteger streamNumbers = new AtomicInteger();
    private final AtomicInteger bufferNumbers = new AtomicInteger();

    private Engine(EngineSettings settings, Timeline timeline) {
        this.settings = settings;
        this.pool = new WorkerPool(settings.workers(), timeline);
        pool.limitBlocked(settings.blockedWorkers());
        pool.share(settings.shares().workers());
        HostMemory hostMemory = new HostMemory(settings.memoryLimit());
        hostMemory.share(settings.shares().memory());
        HostDomain host = new HostDomain(pool, hostMemory, part -> drain().settle(List.of(part)));
        this.memories = new Memories(pool, hostMemory, host);
        this.domains = new Domains(host, memories);
        this.machine = new Machine(pool, memories, domains, settings.checked(), settings.traced());
        this.watchdog = new Watchdog(pool, domains, settings.stallNanos(), this::leaveOrphans);
        pool.log.bytes(settings.eventBytes());
        this.drain = new Drain(domains, this::streams, settings.drainNanos());
    }

    /** {@return the current settings} */
    EngineSettings settings() {
        return settings;
    }

    /**
     * Applies a change of its settings; programs keep what they have.
     *
     * @param next the new settings; {@code checked} enables race detection only for programs that
     *     begin later, since a race detector that begins in the middle does not know the waits
     *     before
     */
    synchronized void follow(EngineSettings next) {
        int workers = settings.workers();
        settings = next.withWorkers(workers);
        machine.check(next.checked());
        machine.trace(next.traced());
        memories.hostMemory.limit(next.memoryLimit());
        memories.hostMemory.share(next.shares().memory());
        pool.share(next.shares().workers());
        drain.limit(next.drainNanos());
        watchdog.threshold(next.stallNanos());
        pool.log.bytes(next.eventBytes());
        pool.limitBlocked(next.blockedWorkers());
        if (workers != next.workers()) {
            resize(next);
        }
    }

    private void resize(EngineSettings next) {
        int workers = domains.host.resize(next.workers());
        settings = next.withWorkers(workers);
        domains.changed();
        if (workers < next.workers()) {
            ForeignCode.warn("there is no memory for more than " + workers + " workers", null);
        }
    }

    private Stream<TrackedStream> streams() {
        return platforms.stream().flatMap(platform -> platform.streams().stream());
    }

    private void leaveOrphans() {
        platforms.forEach(BundlePlatform::leaveOrphans);
    }

    private Drain drain() {
        return drain;
    }

    /**
     * Starts an engine with the host as its only domain.
     *
     * @param timeline where its workers take time from
     * @return the engine, to be closed by the caller
     */
    public static Engine start(EngineSettings settings, Timeline timeline) {
        Engine engine = new Engine(settings, timeline);
        engine.pool.lookIn(new PortThief(engine.domains));
        engine.pool.start();
        engine.watchdog.begin();
        return engine;
    }

    /**
     * Starts an engine in real time.
     *
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

    /** {@return the events of what is going on here; for any thread} */
    public EventLog events() {
        return pool.log;
    }

    /** Returns the measured costs of kernels. */
    CostBook costs() {
        return domains.costs;
    }

    void forget(BundlePlatform platform) {
        platforms.remove(platform);
        domains.devices().forEach(device -> device.forget(platform));
    }

    /**
     * Plugs a backend in. Its devices are found and opened on another thread, and become active
     * together.
     */
    public void add(Backend backend) {
        PluggedBackend plugged = new PluggedBackend(domains, drain, backend);
        backends.put(backend, plugged);
        try {
            plugged.openAll();
        } catch (OutOfMemoryError full) {
            backends.remove(backend, plugged);
            throw full;
        }
    }

    /**
     * Unplugs a backend: drains its domains, brings home what is only valid there, closes its
     * devices. Returns when that is done, within about the time that the settings allow.
     */
    public void remove(Backend backend) {
        PluggedBackend plugged = backends.remove(backend);
        while (plugged != null) {
            try {
                plugged.unplug();
                plugged = null;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // else its devices would stay open
            }
        }
    }

    /** Offers the kernels of a library by name. */
    public void add(KernelLibrary library) {
        libraries.add(library);
    }

    /** Takes the kernels of a library back. */
    public void remove(KernelLibrary library) {
        libraries.remove(library);
    }

    /** Has kernels translated that have no code for a domain. */
    public void add(KernelTranslator translator) {
        domains.translations.add(translator);
    }

    /** Has nothing more translated by a translator; what it has made stays. */
    public void remove(KernelTranslator translator) {
        domains.translations.remove(translator);
    }

    Optional<Kernel> kernel(String name) {
        return libraries.stream()
                .flatMap(library -> kernels(library).stream())
                .filter(kernel -> kernel.name().equals(name))
                .findFirst();
    }

    /** Returns the kernels of a library; none, with a log entry, if it throws. */
    private static List<Kernel> kernels(KernelLibrary library) {
        return ForeignCode.ask(
                "a kernel library is left out: " + library.getClass().getName(),
                () -> List.copyOf(library.kernels()),
                List.of());
    }

    /** The backends that are plugged in. */
    List<Monitor.BackendReport> backends() {
        return backends.values().stream().map(PluggedBackend::report).toList();
    }

    /** There is no such domain. */
    UnknownDomainException unknown(String selector) {
        return new UnknownDomainException(
                "no domain is called %s or is of that kind; there are %s%s"
                        .formatted(selector, domains.active(), coming()));
    }

    /** Returns the domains that may still become active, as the end of a sentence. */
    private String coming() {
        List<AnnouncedDomain> announced = domains.announced();
        List<String> looking =
                backends().stream()
                        .filter(Monitor.BackendReport::looking)
                        .map(Monitor.BackendReport::name)
                        .toList();
        return (announced.isEmpty() ? "" : "; not open yet: " + announced)
                + (looking.isEmpty() ? "" : "; still looking for devices: " + looking);
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
        Callbacks.refuseWait("the end of the scheduler");
        List.copyOf(backends.keySet()).forEach(this::remove);
        List.copyOf(platforms).forEach(BundlePlatform::close);
        pool.stop();
    }
}
