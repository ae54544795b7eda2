package org.anabranch.launch;

import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A wait for a service. */
final class ServiceArrival<T> {
    private static final long LOOK_MILLIS = 100;

    private final BundleContext context;
    private final Class<T> type;
    private final CountDownLatch come = new CountDownLatch(1);

    ServiceArrival(BundleContext context, Class<T> type) {
        this.context = context;
        this.type = type;
    }

    /** {@return the service, or null if the limit was exceeded or the thread was interrupted} */
    T service(ProgressLimit limit) {
        FollowedService.Held<T> held = await(limit);
        return held == null ? null : held.service();
    }

    /** {@return the same service with its reference, or null} */
    FollowedService.Held<T> await(ProgressLimit limit) {
        ServiceListener listener =
                event -> {
                    limit.renew();
                    if (event.getType() == ServiceEvent.REGISTERED && isMeant(event)) {
                        come.countDown();
                    }
                };
        try {
            context.addServiceListener(listener);
            FollowedService.Held<T> service = present();
            while (service == null && !limit.isOver()) {
                boolean _ = come.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                service = present();
            }
            return service;
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            context.removeServiceListener(listener);
        }
    }

    private boolean isMeant(ServiceEvent event) {
        String[] types = (String[]) event.getServiceReference().getProperty(Constants.OBJECTCLASS);
        return Arrays.asList(types).contains(type.getName());
    }

    private FollowedService.Held<T> present() {
        ServiceReference<T> reference = context.getServiceReference(type);
        T service = reference == null ? null : context.getService(reference);
        return service == null ? null : new FollowedService.Held<>(reference, service);
    }
}
