package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;

import org.anabranch.api.Monitor.DomainReport;
import org.apache.felix.hc.api.Result;
import org.apache.felix.hc.api.execution.HealthCheckExecutionResult;
import org.apache.felix.hc.api.execution.HealthCheckExecutor;
import org.apache.felix.hc.api.execution.HealthCheckSelector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.osgi.framework.ServiceRegistration;

import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.management.MBeanAttributeInfo;

/**
 * Beans, meters and health are those of the monitor, in registries that are services; they come and
 * go with domains.
 */
@Timeout(600)
public class MetricsTest extends MeteredWork {
    private static final Map<Class<?>, String> BOXED =
            Map.of(
                    Long.class, "long",
                    Integer.class, "int",
                    Double.class, "double",
                    Boolean.class, "boolean");

    @Test
    void issue24_beans_say_what_the_monitor_says_and_go_with_their_domain() throws Exception {
        DomainReport device = report("reference:0");
        assertTrue(device.bytesIn() > 0, device::toString);
        assertEquals(device.actions(), attribute("Domain", "reference:0", "Actions"));
        assertEquals(device.bytesIn(), attribute("Domain", "reference:0", "BytesIn"));
        assertEquals(device.busyNanos() / 1e9, attribute("Domain", "reference:0", "BusySeconds"));
        assertEquals("ACTIVE", attribute("Domain", "reference:0", "State"));
        assertEquals((long) active().size(), attribute("Platform", "platform", "ActiveDomains"));
        assertTrue((long) attribute("Events", "log", "Lost") >= 0);
        assertEquals(18, attributesAsDescribed("Domain", "reference:0"));
        assertEquals(9, attributesAsDescribed("Platform", "platform"));
        assertEquals(4, attributesAsDescribed("Events", "log"));
        bundle(REFERENCE).stop();
        try {
            until("its bean goes", () -> !beans().contains("reference:0"));
            assertTrue(beans().contains("host"), "the others stay");
        } finally {
            bundle(REFERENCE).start();
        }
        until("its bean comes back", () -> beans().contains("reference:0"));
        assertEquals(
                report("reference:0").domain().generation(),
                attribute("Domain", "reference:0", "Generation"));
    }

    /** Reads all attributes of a bean, each of which has its type; {@return their number} */
    private int attributesAsDescribed(String type, String name) throws Exception {
        MBeanAttributeInfo[] all = server.getMBeanInfo(bean(type, name)).getAttributes();
        for (MBeanAttributeInfo one : all) {
            Object value = attribute(type, name, one.getName());
            String found = BOXED.getOrDefault(value.getClass(), value.getClass().getName());
            assertEquals(one.getType(), found, one::getName);
        }
        return all.length;
    }

    @Test
    void issue24_a_micrometer_registry_that_is_a_service_has_the_monitors_numbers()
            throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ServiceRegistration<MeterRegistry> service =
                context.registerService(MeterRegistry.class, registry, new Hashtable<>());
        try {
            String tags = "tag(domain=reference:0), tag(kind=reference)";
            Map<String, Double> values = values(registry);
            DomainReport device = report("reference:0");
            assertEquals(
                    device.actions(),
                    values.get("anabranch.actions[" + tags + ", tag(outcome=done)]")
                            + values.get("anabranch.actions[" + tags + ", tag(outcome=failed)]"),
                    values::toString);
            assertEquals(
                    device.bytesIn(),
                    values.get("anabranch.transfer.io[tag(direction=in), " + tags + "]"),
                    values::toString);
            assertEquals((double) active().size(), values.get("anabranch.domains[]"));
            bundle(REFERENCE).stop();
            until(
                    "its meters go",
                    () ->
                            values(registry).keySet().stream()
                                    .noneMatch(name -> name.contains("reference:0")));
        } finally {
            bundle(REFERENCE).start();
            service.unregister();
        }
        assertEquals(List.of(), registry.getMeters(), "of a registry that is no service");
    }

    @Test
    void issue24_an_opentelemetry_that_is_a_service_has_the_monitors_numbers() throws Exception {
        ReadMetrics reader = new ReadMetrics();
        try (SdkMeterProvider provider =
                SdkMeterProvider.builder().registerMetricReader(reader).build()) {
            ServiceRegistration<OpenTelemetry> service =
                    context.registerService(
                            OpenTelemetry.class, ReadMetrics.of(provider), new Hashtable<>());
            Map<String, Double> values = values(reader.read());
            DomainReport device = report("reference:0");
            assertEquals(
                    device.bytesIn(),
                    values.get("anabranch.transfer.io[in, reference, reference:0]"),
                    values::toString);
            assertEquals(
                    device.busyNanos() / 1e9,
                    values.get("anabranch.busy[reference, reference:0]"),
                    values::toString);
            assertEquals((double) active().size(), values.get("anabranch.domains[]"));
            service.unregister();
            assertEquals(Map.of(), values(reader.read()), "of one that is no service");
        }
    }

    private Map<String, Result.Status> health() {
        Map<String, Result.Status> found = new HashMap<>();
        List<HealthCheckExecutionResult> results =
                service(HealthCheckExecutor.class).execute(HealthCheckSelector.tags("anabranch"));
        for (HealthCheckExecutionResult result : results) {
            found.put(
                    result.getHealthCheckMetadata().getName(),
                    result.getHealthCheckResult().getStatus());
        }
        return found;
    }

    @Test
    void issue24_felix_runs_the_checks_of_health() throws Exception {
        until("all checks", () -> health().size() == 5);
        assertEquals(
                Set.of(
                        "Anabranch domains",
                        "Anabranch stall",
                        "Anabranch plugins",
                        "Anabranch memory",
                        "Anabranch events"),
                health().keySet());
        assertEquals(Result.Status.OK, health().get("Anabranch memory"));
        bundle("org.anabranch.scheduler").stop();
        try {
            until("no scheduler", () -> health().get("Anabranch stall") == Result.Status.CRITICAL);
        } finally {
            bundle("org.anabranch.scheduler").start();
        }
        until("a scheduler", () -> health().get("Anabranch stall") == Result.Status.OK);
    }
}
