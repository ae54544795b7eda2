package org.anabranch.console;

import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The health checks, run periodically while a client is connected, and when a request asks for
 * them: Felix's if they are present, otherwise those of the bundle health. Checks are foreign code
 * and may block, so they run in a thread of their own.
 */
final class HealthPoller {
    private static final String EXECUTOR = "org.apache.felix.hc.api.execution.HealthCheckExecutor";
    private static final long EACH_MILLIS = 3000;
    private static final Seen UNKNOWN = new Seen("none now", List.of());

    private final BundleContext context;
    private final BooleanSupplier watched;
    private final Thread thread = new Thread(this::run, "anabranch-console-health");
    private final BlockingQueue<CompletableFuture<Seen>> asked = new LinkedBlockingQueue<>();
    private final long mostMillis;
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
        this(context, watched, EACH_MILLIS);
    }

    /**
     * Creates the checks with another time limit.
     *
     * @param mostMillis the time that a request waits for checks
     */
    HealthPoller(BundleContext context, BooleanSupplier watched, long mostMillis) {
        this.context = context;
        this.watched = watched;
        this.mostMillis = mostMillis;
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

    /**
     * Runs the checks and waits for them. Requests that come meanwhile share the next run.
     *
     * @return a row for each check; none if they do not end in time or are stopped
     */
    List<Map<String, Object>> ask() {
        CompletableFuture<Seen> answer = new CompletableFuture<>();
        asked.add(answer);
        try {
            return answer.get(mostMillis, TimeUnit.MILLISECONDS).rows();
        } catch (TimeoutException | ExecutionException late) {
            asked.remove(answer);
            return List.of();
        } catch (InterruptedException end) {
            asked.remove(answer);
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private void run() {
        List<CompletableFuture<Seen>> answers = new ArrayList<>();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                seen = !answers.isEmpty() || watched.getAsBoolean() ? look() : seen;
                answers.forEach(answer -> answer.complete(seen));
                answers.clear();
                CompletableFuture<Seen> first = asked.poll(EACH_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    answers.add(first);
                    asked.drainTo(answers);
                }
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException stopped) { // the bundle is stopped before its thread
            seen = UNKNOWN;
        } finally {
            asked.drainTo(answers);
            answers.forEach(answer -> answer.complete(UNKNOWN));
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
            context.getBundle(); // throws if this bundle is stopped
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
