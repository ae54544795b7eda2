package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Monitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.io.ByteArrayInputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * The bundle of an application is updated beside the scheduler being updated, while it works: each
 * result that it sees is right, each event comes, and of no revision anything is left.
 */
@Timeout(1800)
@ExtendWith(BundleContextExtension.class)
public class UpdatedApplicationTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final String NAME = "itest.updated";
    private static final int UPDATES = NIGHTLY ? 100 : 10;
    private static final int OF_THE_SCHEDULER = NIGHTLY ? 20 : 2;

    /**
     * Of each bundle: compiled code may name classes of a revision while an idle thread stands in
     * it.
     */
    private static final int KEPT = 1;

    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger rounds = new AtomicInteger();
    private final ConcurrentMap<String, Object> told = new ConcurrentHashMap<>();
    private final List<Revision> revisions = new ArrayList<>();

    @InjectBundleContext BundleContext context;
    private ServiceRegistration<?> sink;
    private Bundle application;
    private Bundle scheduler;

    private record Revision(String bundle, WeakReference<ClassLoader> loader) {}

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(String what, Condition condition) throws Exception {
        for (int i = 0; i < 6_000; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never: " + what + "; threads " + threads());
    }

    @BeforeEach
    void install() throws Exception {
        told.put("rounds", rounds);
        told.put("events", events);
        told.put("cut short", new AtomicInteger());
        sink =
                context.registerService(
                        ConcurrentMap.class, told, new Hashtable<>(Map.of("itest", "updated")));
        scheduler =
                Arrays.stream(context.getBundles())
                        .filter(
                                bundle ->
                                        bundle.getSymbolicName().equals("org.anabranch.scheduler"))
                        .findFirst()
                        .orElseThrow();
    }

    @AfterEach
    void remove() throws Exception {
        if (application != null && application.getState() != Bundle.UNINSTALLED) {
            application.uninstall();
        }
        sink.unregister();
    }

    private void remember(Bundle bundle) {
        ClassLoader loader = bundle.adapt(BundleWiring.class).getClassLoader();
        Revision revision = new Revision(bundle.getSymbolicName(), new WeakReference<>(loader));
        synchronized (revisions) {
            revisions.add(revision);
        }
    }

    private void works() throws Exception {
        int before = rounds.get();
        until("the application works", () -> rounds.get() > before || told.containsKey("wrong"));
        assertEquals(null, told.get("wrong"));
    }

    private static Map<String, Long> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(thread -> thread.getName().replaceAll("\\d+", "#"))
                .filter(name -> name.matches("(anabranch|updated|reference|k2h|mic|opencl).*"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    private boolean everyDeviceIsOpen() {
        List<Monitor.BackendReport> backends = monitor().backends();
        return !backends.isEmpty()
                && backends.stream().noneMatch(Monitor.BackendReport::looking)
                && monitor().domains().stream()
                        .allMatch(report -> report.domain().state() == Domain.State.ACTIVE);
    }

    private static List<String> grown(Map<String, Long> before) {
        return threads().entrySet().stream()
                .filter(now -> now.getValue() > before.getOrDefault(now.getKey(), 0L))
                .map(now -> now.getKey() + ": " + now.getValue())
                .toList();
    }

    private void updateTheScheduler(AtomicReference<Throwable> failure) {
        try {
            remember(scheduler);
            scheduler.update();
        } catch (BundleException | RuntimeException thrown) {
            failure.set(thrown);
        }
    }

    @Test
    void an_application_updated_beside_the_scheduler_loses_and_leaks_nothing() throws Exception {
        byte[] jar = ActivatorJar.of(NAME, UpdatedApplication.class);
        application = context.installBundle("itest:updated", new ByteArrayInputStream(jar));
        application.start();
        works();
        until("every device is open", this::everyDeviceIsOpen);
        Map<String, Long> threads = threads();
        threads.remove(UpdatedApplication.THREAD);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < UPDATES; i++) {
            works();
            remember(application);
            boolean both = i % (UPDATES / OF_THE_SCHEDULER) == 0;
            Thread other = Thread.ofPlatform().unstarted(() -> updateTheScheduler(failure));
            if (both) {
                other.start();
            }
            application.update(new ByteArrayInputStream(jar));
            if (both) {
                other.join();
                assertEquals(null, failure.get());
            }
        }
        works();
        remember(application);
        application.uninstall();
        assertEquals(null, told.get("wrong"));
        assertNothingIsLeft(threads);
    }

    private void assertNothingIsLeft(Map<String, Long> threads) throws Exception {
        until("every event comes", () -> events.stream().allMatch(Event::isSettled));
        events.clear();
        assertEquals(UPDATES + 1 + OF_THE_SCHEDULER, revisions.size());
        until(
                "no stream is left",
                () -> monitor().streams().stream().noneMatch(s -> s.owner().equals(NAME)));
        until(
                "no buffer is left",
                () -> monitor().buffers().stream().noneMatch(b -> b.owner().equals(NAME)));
        until("no more threads than before", () -> grown(threads).isEmpty());
        for (int i = 0; i < 100 && tooMany(); i++) {
            System.gc();
            Thread.sleep(50);
        }
        Map<String, Long> left = left();
        System.out.println("class loaders left: " + left);
        assertFalse(tooMany(), left::toString);
    }

    private boolean tooMany() {
        return left().values().stream().anyMatch(count -> count > KEPT);
    }

    private Map<String, Long> left() {
        return revisions.stream()
                .filter(revision -> !revision.loader().refersTo(null))
                .collect(Collectors.groupingBy(Revision::bundle, Collectors.counting()));
    }

    private Monitor monitor() {
        return context.getService(context.getServiceReference(Monitor.class));
    }
}
