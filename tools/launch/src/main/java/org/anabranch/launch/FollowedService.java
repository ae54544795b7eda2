package org.anabranch.launch;

import org.osgi.framework.ServiceReference;

import java.util.function.Supplier;

/**
 * A service that may be replaced, as the scheduler's are when a setting restarts it. Callers get
 * the current one, and wait for the next one while there is none. Safe for use by any thread.
 */
final class FollowedService<T> {

    /**
     * A registered service.
     *
     * @param reference its reference, which shows if it is gone
     * @param service the service
     */
    record Held<T>(ServiceReference<T> reference, T service) {
        boolean isThere() {
            return reference.getBundle() != null;
        }
    }

    private final Supplier<Held<T>> arrival;
    private volatile Held<T> held;

    /** Waits for the first one. */
    FollowedService(Supplier<Held<T>> arrival) {
        this.arrival = arrival;
        this.held = arrival.get();
    }

    /** {@return the service if it is there now, or null} */
    T ifThere() {
        Held<T> now = held;
        return now.isThere() ? now.service : null;
    }

    /** {@return the service; the last one there was if the framework has ended} */
    T get() {
        Held<T> now = held;
        if (!now.isThere()) {
            try {
                now = arrival.get();
                held = now;
            } catch (IllegalStateException ended) {
                return now.service;
            }
        }
        return now.service;
    }
}
