package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A backend from plugging in to unplugging, and the domains of its devices. Finding and opening may
 * take seconds, so it is done on a thread of its own; unplugging waits for it. A device that was
 * lost is asked for again a few times, and comes back as a new domain.
 */
final class PluggedBackend {
    private static final System.Logger LOG = System.getLogger("org.anabranch.scheduler");
    private static final int RETRIES = 6;

    private final Engine engine;
    private final Backend backend;

    /** Guarded by this, like everything that opens and closes devices. */
    private final List<DeviceDomain> domains = new ArrayList<>();

    private volatile boolean unplugged;

    PluggedBackend(Engine engine, Backend backend) {
        this.engine = engine;
        this.backend = backend;
    }

    void openAll() {
        thread("open", () -> probe(null));
    }

    private void thread(String what, Runnable body) {
        Thread.ofPlatform()
                .daemon()
                .name("anabranch-" + what)
                .inheritInheritableThreadLocals(false)
                .start(body);
    }

    /**
     * Opens the devices found, or the one of that id. True if one was opened. They become active
     * together: who waits for the devices of a kind until none is being opened has them all.
     */
    private synchronized boolean probe(String only) {
        List<DeviceDomain> opened = new ArrayList<>();
        try {
            for (DeviceInfo info : backend.probe()) {
                if (!unplugged && (only == null || info.id().equals(only)) && !isOpen(info.id())) {
                    open(info).ifPresent(opened::add);
                }
            }
        } catch (Throwable broken) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a backend does not find its devices: " + backend.getClass().getName(),
                    broken);
        }
        opened.forEach(engine::activate);
        return !opened.isEmpty();
    }

    private boolean isOpen(String id) {
        return engine.devices().stream()
                .anyMatch(domain -> domain.id().equals(id) && domain.state() != Domain.State.GONE);
    }

    private Optional<DeviceDomain> open(DeviceInfo info) {
        try {
            DeviceDomain domain =
                    engine.open(backend, info, info.mask(), engine.nextGeneration(info.id()));
            domains.add(domain);
            return Optional.of(domain);
        } catch (Throwable refused) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "device " + info.id() + " cannot be opened",
                    refused);
            return Optional.empty();
        }
    }

    /** Drains and closes everything. */
    void unplug() {
        unplugged = true;
        synchronized (this) {
            List<DeviceDomain> ending = new ArrayList<>();
            domains.forEach(
                    domain -> {
                        ending.addAll(domain.parts());
                        ending.add(domain);
                    });
            new Drain(engine, ending).run();
            domains.clear();
        }
    }

    /** Drains and closes part of a device. */
    synchronized void remove(DeviceDomain part) {
        if (!unplugged && part.leave()) {
            new Drain(engine, List.of(part)).run();
        }
    }

    /** A device vanished: closes what is left of it, and asks for it again. */
    void lost(DeviceDomain domain, DeviceLostException cause) {
        LOG.log(System.Logger.Level.WARNING, domain + " is lost: " + cause.getMessage());
        thread(
                "lost-" + domain.id(),
                () -> {
                    domain.closeDevice(engine.settings.drainNanos());
                    engine.forget(domain);
                    synchronized (this) {
                        domains.remove(domain);
                    }
                    domain.parts().forEach(part -> part.lose(cause));
                    retry(domain);
                });
    }

    private void retry(DeviceDomain domain) {
        if (!domain.isWhole()) {
            return;
        }
        try {
            for (int attempt = 0; attempt < RETRIES && !unplugged; attempt++) {
                Thread.sleep(100L << attempt);
                if (probe(domain.info.id())) {
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
