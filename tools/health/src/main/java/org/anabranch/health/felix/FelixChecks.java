package org.anabranch.health.felix;

import org.anabranch.health.check.Checks;
import org.apache.felix.hc.api.execution.HealthCheckExecutor;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import java.util.List;

/**
 * The component that registers the checks if the API of Felix Health Checks is present, at the
 * latest when an executor of them appears. It refers to the executor by its service reference
 * alone, so that without the API none of its classes is loaded.
 */
@Component(
        immediate = true,
        service = {})
public final class FelixChecks {
    private final BundleContext context;
    private final Checks checks;
    private List<ServiceRegistration<?>> registered = List.of();

    /**
     * Creates the component.
     *
     * @param context of this bundle
     * @param checks the checks
     */
    @Activate
    public FelixChecks(BundleContext context, @Reference Checks checks) {
        this.context = context;
        this.checks = checks;
    }

    @Activate
    synchronized void offer() {
        if (registered.isEmpty()) {
            try {
                registered = FelixCheck.register(context, checks);
            } catch (NoClassDefFoundError absent) { // no bundle has the API
                return;
            }
        }
    }

    @Reference(
            service = HealthCheckExecutor.class,
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC)
    void addExecutor(ServiceReference<?> executor) {
        offer();
    }

    void removeExecutor(ServiceReference<?> executor) {
        // the checks stay registered for other executors
    }

    @Deactivate
    synchronized void end() {
        registered.forEach(ServiceRegistration::unregister);
        registered = List.of();
    }
}
