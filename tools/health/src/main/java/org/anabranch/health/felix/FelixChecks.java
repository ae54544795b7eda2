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
 * Offers the checks where there is the API of Felix Health Checks, at the latest when somebody
 * comes who runs such checks. Knows him by reference alone: without the API nothing of it is
 * loaded.
 */
@Component(
        immediate = true,
        service = {})
public final class FelixChecks {
    private final BundleContext context;
    private final Checks checks;
    private List<ServiceRegistration<?>> registered = List.of();

    /**
     * Starts.
     *
     * @param context of this bundle
     * @param checks to offer
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
            } catch (NoClassDefFoundError absent) { // nobody has the API
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
        // the checks stay: others may run them
    }

    @Deactivate
    synchronized void end() {
        registered.forEach(ServiceRegistration::unregister);
        registered = List.of();
    }
}
