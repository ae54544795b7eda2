package org.anabranch.metrics.micrometer;

import io.micrometer.core.instrument.MeterRegistry;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.events.EventLog;
import org.anabranch.metrics.MetricFigures;
import org.anabranch.metrics.WatchedDomain;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bridge to Micrometer: keeps meters in every registry that is a service, those of a domain
 * while it accepts work, the others while there is a scheduler. The registry publishes them by its
 * own export.
 */
@Component(
        immediate = true,
        service = {})
public final class MicrometerBridge {
    private final Monitor monitor;
    private final MetricFigures.Source source;
    private final Map<MeterRegistry, RegistryMeters> registries = new IdentityHashMap<>();
    private final Map<ServiceReference<Domain>, WatchedDomain> domains = new LinkedHashMap<>();

    /**
     * Creates the bridge.
     *
     * @param monitor of the scheduler
     * @param log of the same scheduler
     */
    @Activate
    public MicrometerBridge(@Reference Monitor monitor, @Reference EventLog log) {
        this.monitor = monitor;
        this.source = new MetricFigures.Source(monitor, log);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void addRegistry(MeterRegistry registry) {
        RegistryMeters meters = new RegistryMeters(registry, source);
        registries.put(registry, meters);
        domains.values().forEach(meters::add);
    }

    synchronized void removeRegistry(MeterRegistry registry) {
        RegistryMeters meters = registries.remove(registry);
        if (meters != null) {
            meters.removeAll();
        }
    }

    /**
     * Adds a domain by its service reference, so that no service object is created for this bundle.
     */
    @Reference(
            service = Domain.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    synchronized void addDomain(ServiceReference<Domain> reference) {
        WatchedDomain domain =
                new WatchedDomain(
                        monitor,
                        (String) reference.getProperty("id"),
                        (String) reference.getProperty("kind"),
                        (int) reference.getProperty("generation"));
        domains.put(reference, domain);
        registries.values().forEach(meters -> meters.add(domain));
    }

    synchronized void removeDomain(ServiceReference<Domain> reference) {
        WatchedDomain domain = domains.remove(reference);
        if (domain != null) {
            registries.values().forEach(meters -> meters.remove(domain));
        }
    }

    @Deactivate
    synchronized void end() {
        registries.values().forEach(RegistryMeters::removeAll);
        registries.clear();
    }
}
