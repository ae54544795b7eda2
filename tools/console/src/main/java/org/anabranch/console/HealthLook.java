package org.anabranch.console;

import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Looks at health checks every few seconds while a page is open. Checks are foreign and may block,
 * so it does that in a thread of its own.
 */
final class HealthLook {
    private static final String EXECUTOR = "org.apache.felix.hc.api.execution.HealthCheckExecutor";
    private static final long EACH_MILLIS = 3000;

    private final BundleContext context;
    private final BooleanSupplier watched;
    private final Thread thread = new Thread(this::run, "anabranch-console-health");
    private volatile List<Map<String, Object>> rows = List.of();

    /**
     * Starts nothing yet.
     *
     * @param watched whether somebody looks
     */
    HealthLook(BundleContext context, BooleanSupplier watched) {
        this.context = context;
        this.watched = watched;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends it. A check that does not end keeps its thread, and nobody waits for that. */
    void stop() {
        thread.interrupt();
    }

    /** {@return what the checks said last; empty if there are none} */
    List<Map<String, Object>> rows() {
        return rows;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                rows = watched.getAsBoolean() ? look() : rows;
                Thread.sleep(EACH_MILLIS);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException stopped) { // the bundle, before its thread
            rows = List.of();
        }
    }

    private List<Map<String, Object>> look() {
        ServiceReference<?> reference = context.getServiceReference(EXECUTOR);
        Object executor = reference == null ? null : context.getService(reference);
        if (executor == null) {
            return List.of();
        }
        try {
            return HealthServices.rows(executor);
        } catch (RuntimeException | LinkageError failure) {
            BackendLog.say(Console.LOG, System.Logger.Level.DEBUG, "no health checks", failure);
            return List.of();
        } finally {
            context.ungetService(reference);
        }
    }
}
