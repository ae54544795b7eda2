package org.anabranch.console;

import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The periodic health checks while a client is connected: Felix's if they are present, otherwise
 * those of the bundle health. Checks are foreign code and may block, so they run in a thread of
 * their own.
 */
final class HealthPoller {
    private static final String EXECUTOR = "org.apache.felix.hc.api.execution.HealthCheckExecutor";
    private static final long EACH_MILLIS = 3000;

    private final BundleContext context;
    private final BooleanSupplier watched;
    private final Thread thread = new Thread(this::run, "anabranch-console-health");
    private volatile Seen seen = new Seen("none yet", List.of());

    /**
     * The results.
     *
     * @param by the checker
     * @param rows name, status and text of each check
     */
    record Seen(String by, List<Map<String, Object>> rows) {}

    /**
     * Creates the checks without starting a thread.
     *
     * @param watched true if a client is connected
     */
    HealthPoller(BundleContext context, BooleanSupplier watched) {
        this.context = context;
        this.watched = watched;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Stops the checks. A check that does not end keeps its thread; this method does not wait for
     * it.
     */
    void stop() {
        thread.interrupt();
    }

    /** {@return the latest results} */
    Seen seen() {
        return seen;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                seen = watched.getAsBoolean() ? look() : seen;
                Thread.sleep(EACH_MILLIS);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException stopped) { // the bundle is stopped before its thread
            seen = new Seen("none now", List.of());
        }
    }

    private Seen look() {
        try {
            List<Map<String, Object>> felix = ask(context.getServiceReference(EXECUTOR));
            if (!felix.isEmpty()) {
                return new Seen("Felix Health Checks", felix);
            }
            List<Map<String, Object>> own = ask(first(context));
            return new Seen(own.isEmpty() ? "none" : "org.anabranch.health", own);
        } catch (RuntimeException | LinkageError failure) {
            if (failure instanceof IllegalStateException stopped) {
                throw stopped;
            }
            PageLog.say(Level.DEBUG, "no health checks", failure);
            return new Seen("none", List.of());
        }
    }

    /** {@return a service of the bundle health, of which only this class knows the name} */
    private static ServiceReference<?> first(BundleContext context) {
        try {
            Collection<? extends ServiceReference<?>> all =
                    context.getServiceReferences(Supplier.class, "(anabranch.health=rows)");
            return all.isEmpty() ? null : all.iterator().next();
        } catch (InvalidSyntaxException never) {
            throw new AssertionError(never);
        }
    }

    private List<Map<String, Object>> ask(ServiceReference<?> reference) {
        Object service = reference == null ? null : context.getService(reference);
        if (service == null) {
            return List.of();
        }
        try {
            return service instanceof Supplier<?> rows && rows.get() instanceof List<?> found
                    ? found.stream().map(HealthPoller::row).toList()
                    : HealthServices.rows(service);
        } finally {
            context.ungetService(reference);
        }
    }

    private static Map<String, Object> row(Object found) {
        Map<?, ?> data = (Map<?, ?>) found;
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", data.get("name"));
        row.put("status", String.valueOf(data.get("status")));
        row.put("text", (data.get("sentence") + ". " + data.get("advice")).strip());
        return row;
    }
}
