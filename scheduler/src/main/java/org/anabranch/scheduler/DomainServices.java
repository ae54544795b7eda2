package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.ForeignCode;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The services of active domains: one for each, so that bundles track domains like other services.
 * A thread of its own registers them, and so calls listeners; it lives as long as there are
 * changes. It never runs work or opens devices.
 */
final class DomainServices implements AutoCloseable {
    private static final String PROCESSORS = "processors";
    private final BundleContext context;
    private final Engine engine;
    private final ServiceReference<Platform> platforms;
    private final Map<ExecutingDomain, ServiceRegistration<Domain>> registered =
            new ConcurrentHashMap<>();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile boolean closed;

    DomainServices(BundleContext context, Engine engine, ServiceReference<Platform> platforms) {
        this.context = context;
        this.engine = engine;
        this.platforms = platforms;
        engine.domains.onChange(this::signal);
        signal();
    }

    /**
     * Signals that domains have been added or removed. Does not throw: without memory the next
     * change makes up for it.
     */
    private void signal() {
        if (signals.getAndIncrement() == 0) {
            try {
                Thread.ofPlatform().daemon().name("anabranch-domains").start(this::follow);
            } catch (OutOfMemoryError full) {
                signals.set(0);
            }
        }
    }

    private void follow() {
        int seen;
        do {
            seen = signals.get();
            ForeignCode.ask(
                    "domains are not told of",
                    () -> {
                        update();
                        return true;
                    },
                    false);
        } while (!signals.compareAndSet(seen, 0));
    }

    private void update() {
        Set<ExecutingDomain> active = closed ? Set.of() : Set.copyOf(engine.domains.active());
        for (ExecutingDomain domain : List.copyOf(registered.keySet())) {
            if (!active.contains(domain)) {
                withdraw(domain);
            }
        }
        for (ExecutingDomain domain : active) {
            tell(domain);
        }
        if (closed) {
            List.copyOf(registered.keySet()).forEach(this::withdraw);
        }
    }

    private void tell(ExecutingDomain domain) {
        ServiceRegistration<Domain> before = registered.get(domain);
        Hashtable<String, Object> properties = properties(domain);
        if (before == null) {
            registered.put(
                    domain, context.registerService(Domain.class, new Views(domain), properties));
        } else if (!properties
                .get(PROCESSORS)
                .equals(before.getReference().getProperty(PROCESSORS))) {
            before.setProperties(properties);
        }
    }

    private void withdraw(ExecutingDomain domain) {
        ServiceRegistration<Domain> registration = registered.remove(domain);
        if (registration != null) {
            registration.unregister();
        }
    }

    private static Hashtable<String, Object> properties(ExecutingDomain domain) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("id", domain.id());
        properties.put("kind", domain.kind());
        properties.put("generation", domain.generation());
        properties.put("formats", domain.formats().toArray(String[]::new));
        properties.put("memory", domain.memories().getOrDefault(MemoryKind.NORMAL, 0L));
        properties.put(PROCESSORS, domain.processors().count());
        return properties;
    }

    /** As the platform of the bundle that asks sees it: what is opened there is that bundle's. */
    private final class Views implements ServiceFactory<Domain> {
        private final ExecutingDomain domain;

        Views(ExecutingDomain domain) {
            this.domain = domain;
        }

        @Override
        public Domain getService(Bundle bundle, ServiceRegistration<Domain> registration) {
            Platform platform = bundle.getBundleContext().getService(platforms);
            return platform == null ? null : ((BundlePlatform) platform).view(domain);
        }

        @Override
        public void ungetService(
                Bundle bundle, ServiceRegistration<Domain> registration, Domain view) {
            BundleContext its = bundle.getBundleContext();
            if (its != null) {
                its.ungetService(platforms);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        engine.domains.onChange(() -> {});
        List.copyOf(registered.keySet()).forEach(this::withdraw);
    }
}
