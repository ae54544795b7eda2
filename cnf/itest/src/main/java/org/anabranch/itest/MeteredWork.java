package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Work to be counted, in the host and in the reference device, and who counts it. */
@ExtendWith(BundleContextExtension.class)
abstract class MeteredWork {
    static final String REFERENCE = "org.anabranch.reference";

    static final Kernel COPY =
            Kernel.of("itest-metrics", Parameter.out("y"), Parameter.in("x"))
                    .java(
                            (piece, arguments) ->
                                    arguments.segment(0).copyFrom(arguments.segment(1)));

    @InjectBundleContext BundleContext context;

    final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    interface Condition {
        boolean holds() throws Exception;
    }

    static void until(String what, Condition condition) throws Exception {
        for (int i = 0; i < 3_000; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never: " + what);
    }

    <T> T service(Class<T> type) {
        return context.getService(context.getServiceReference(type));
    }

    Monitor monitor() {
        return service(Monitor.class);
    }

    Bundle bundle(String name) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    Set<String> active() {
        return monitor().domains().stream()
                .filter(report -> report.domain().state() == Domain.State.ACTIVE)
                .map(report -> report.domain().id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    DomainReport report(String id) {
        return monitor().domains().stream()
                .filter(report -> report.domain().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Ids of domains that have a bean. */
    Set<String> beans() throws Exception {
        Set<String> ids = new TreeSet<>();
        for (ObjectName name :
                server.queryNames(new ObjectName("org.anabranch:type=Domain,*"), null)) {
            ids.add(ObjectName.unquote(name.getKeyProperty("name")));
        }
        return ids;
    }

    Object attribute(String type, String name, String attribute) throws Exception {
        return server.getAttribute(bean(type, name), attribute);
    }

    static ObjectName bean(String type, String name) throws Exception {
        return new ObjectName("org.anabranch:type=" + type + ",name=" + ObjectName.quote(name));
    }

    /** Kernels in the host and in the reference device, and so transfers. */
    @BeforeEach
    void work() throws Exception {
        until("the reference device", () -> active().contains("reference:0"));
        until("a bean for each domain", () -> beans().equals(active()));
        Platform platform = service(Platform.class);
        try (Buffer x = platform.buffer(JAVA_INT, 1000);
                Buffer y = platform.buffer(JAVA_INT, 1000);
                Stream host = platform.host().stream();
                Stream device = platform.domains("reference:0").getFirst().stream()) {
            x.write().fill((byte) 1);
            host.run(COPY, y.all().out(), x.all().in());
            host.await();
            device.run(COPY, x.all().out(), y.all().in());
            device.await();
            assertEquals(0x01010101, x.read().getAtIndex(JAVA_INT, 999));
        }
    }

    static Map<String, Double> values(MeterRegistry registry) {
        Map<String, Double> values = new HashMap<>();
        for (Meter meter : registry.getMeters()) {
            String name = meter.getId().getName() + new TreeSet<>(meter.getId().getTags());
            values.put(
                    name,
                    meter instanceof FunctionCounter counter
                            ? counter.count()
                            : ((Gauge) meter).value());
        }
        return values;
    }

    /** Value by instrument and attributes. */
    static Map<String, Double> values(Collection<MetricData> metrics) {
        Map<String, Double> values = new HashMap<>();
        for (MetricData metric : metrics) {
            metric.getData()
                    .getPoints()
                    .forEach(
                            point ->
                                    values.put(
                                            metric.getName()
                                                    + new TreeSet<>(
                                                            point
                                                                    .getAttributes()
                                                                    .asMap()
                                                                    .values()
                                                                    .stream()
                                                                    .map(String::valueOf)
                                                                    .toList()),
                                            ((DoublePointData) point).getValue()));
        }
        return values;
    }
}
