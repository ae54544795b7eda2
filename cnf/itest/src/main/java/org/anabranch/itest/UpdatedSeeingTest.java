package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import javax.management.ObjectName;

/** Bundles that look on, updated all the time: nothing of their former selves stays. */
@Timeout(600)
public class UpdatedSeeingTest extends MeteredWork {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final int ROUNDS = NIGHTLY ? 500 : 50;
    private static final List<String> SEEING =
            List.of(
                    "org.anabranch.metrics",
                    "org.anabranch.metrics.micrometer",
                    "org.anabranch.metrics.opentelemetry",
                    "org.anabranch.health",
                    "org.anabranch.seeing");

    /** Of each bundle; as in {@link UpdatedApplicationTest}. */
    private static final int KEPT = 1;

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(thread -> thread.getName().replaceAll("\\d+", "#"))
                .filter(name -> name.matches("(anabranch|micrometer|otel|health).*"))
                .filter(name -> !name.matches("anabranch-(spare|alarms).*"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void issue24_bundles_updated_50_times_leave_no_bean_meter_thread_or_class() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ServiceRegistration<MeterRegistry> micrometer =
                context.registerService(MeterRegistry.class, registry, new Hashtable<>());
        ReadMetrics reader = new ReadMetrics();
        SdkMeterProvider provider = SdkMeterProvider.builder().registerMetricReader(reader).build();
        ServiceRegistration<OpenTelemetry> telemetry =
                context.registerService(
                        OpenTelemetry.class, ReadMetrics.of(provider), new Hashtable<>());
        Set<String> threads = threads();
        Set<ObjectName> beans = server.queryNames(new ObjectName("org.anabranch:*"), null);
        Set<String> meters = values(registry).keySet();
        Set<String> instruments = values(reader.read()).keySet();
        List<Bundle> bundles = SEEING.stream().map(this::bundle).toList();
        Map<Bundle, List<WeakReference<ClassLoader>>> loaders = updated(bundles);
        refresh(bundles);
        assertEquals(beans, server.queryNames(new ObjectName("org.anabranch:*"), null));
        assertEquals(meters, values(registry).keySet());
        assertEquals(instruments, values(reader.read()).keySet());
        bundle("org.anabranch.metrics.micrometer").stop();
        bundle("org.anabranch.metrics.opentelemetry").stop();
        bundle("org.anabranch.metrics").stop();
        assertEquals(Set.of(), server.queryNames(new ObjectName("org.anabranch:*"), null));
        assertEquals(List.of(), registry.getMeters());
        assertEquals(List.of(), List.copyOf(reader.read()));
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        micrometer.unregister();
        telemetry.unregister();
        provider.close();
        assertEquals(threads, threads());
        until("no class loader is left", () -> left(loaders).isEmpty());
    }

    /** Stops, updates and starts each many times; the loaders that they had. */
    private static Map<Bundle, List<WeakReference<ClassLoader>>> updated(List<Bundle> bundles)
            throws BundleException {
        Map<Bundle, List<WeakReference<ClassLoader>>> loaders = new HashMap<>();
        for (int i = 0; i < ROUNDS; i++) {
            for (Bundle bundle : bundles) {
                ClassLoader loader = bundle.adapt(BundleWiring.class).getClassLoader();
                loaders.computeIfAbsent(bundle, key -> new ArrayList<>())
                        .add(new WeakReference<>(loader));
                bundle.stop();
                bundle.update();
                bundle.start();
            }
        }
        return loaders;
    }

    /** Bundles of which more loaders are left than may be. */
    private static List<String> left(Map<Bundle, List<WeakReference<ClassLoader>>> loaders) {
        System.gc();
        return loaders.entrySet().stream()
                .filter(
                        entry ->
                                entry.getValue().stream()
                                                .filter(loader -> !loader.refersTo(null))
                                                .count()
                                        > KEPT)
                .map(entry -> entry.getKey().getSymbolicName())
                .toList();
    }

    /** Bundles that import from others see their last revision. */
    private void refresh(List<Bundle> bundles) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkWiring.class)
                .refreshBundles(
                        bundles,
                        event -> {
                            if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
                                done.countDown();
                            }
                        });
        assertTrue(done.await(60, TimeUnit.SECONDS), "refreshed");
    }
}
