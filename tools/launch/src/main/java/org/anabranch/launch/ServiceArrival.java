package org.anabranch.launch;

import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits until a service is there. */
final class ServiceArrival<T> {
    private final BundleContext context;
    private final Class<T> type;
    private final CountDownLatch come = new CountDownLatch(1);

    ServiceArrival(BundleContext context, Class<T> type) {
        this.context = context;
        this.type = type;
    }

    /** {@return the service, or null if the time ran out or the thread was interrupted} */
    T service(Duration timeout) {
        FollowedService.Held<T> held = await(timeout);
        return held == null ? null : held.service();
    }

    /** {@return the same, with what tells when it goes} */
    FollowedService.Held<T> await(Duration timeout) {
        ServiceListener listener =
                event -> {
                    if (event.getType() == ServiceEvent.REGISTERED) {
                        come.countDown();
                    }
                };
        try {
            context.addServiceListener(
                    listener, "(" + Constants.OBJECTCLASS + "=" + type.getName() + ")");
            FollowedService.Held<T> service = present();
            if (service == null && come.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                service = present();
            }
            return service;
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return null;
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            context.removeServiceListener(listener);
        }
    }

    private FollowedService.Held<T> present() {
        ServiceReference<T> reference = context.getServiceReference(type);
        T service = reference == null ? null : context.getService(reference);
        return service == null ? null : new FollowedService.Held<>(reference, service);
    }
}
