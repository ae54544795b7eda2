package org.anabranch.metrics.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.metrics.Figure;
import org.anabranch.metrics.MetricFigures;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tests that a simple registry reads the monitor's values. */
class MicrometerBridgeTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @SuppressWarnings("unchecked") // a proxy knows no arguments of types
    private static ServiceReference<Domain> reference(Domain domain) {
        Map<String, Object> properties =
                Map.of(
                        "id", domain.id(),
                        "kind", domain.kind(),
                        "generation", domain.generation());
        return (ServiceReference<Domain>)
                Proxy.newProxyInstance(
                        ServiceReference.class.getClassLoader(),
                        new Class<?>[] {ServiceReference.class},
                        (self, method, arguments) ->
                                switch (method.getName()) {
                                    case "getProperty" -> properties.get(arguments[0]);
                                    case "hashCode" -> properties.hashCode();
                                    case "equals" -> self == arguments[0];
                                    default -> throw new AssertionError(method);
                                });
    }

    private double value(Figure<?> figure, String... tags) {
        Meter meter =
                registry.get(figure.name())
                        .tags(tags)
                        .tags(
                                figure.tag().isEmpty()
                                        ? List.of()
                                        : List.of(Tag.of(figure.tag(), figure.value())))
                        .meter();
        return meter instanceof FunctionCounter counter ? counter.count() : ((Gauge) meter).value();
    }

    private Set<String> domains() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getTag("domain"))
                .filter(id -> id != null)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void issue24_meters_read_what_the_monitor_says_and_go_with_domain_and_registry() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            ReferenceBackend backend = ReferenceBackend.with(Map.of());
            engine.add(backend);
            Domain host = engine.platform("test").host();
            Domain device = named(engine, "reference:0");
            MicrometerBridge bridge = new MicrometerBridge(engine.monitor(), engine.events());
            ServiceReference<Domain> first = reference(host);
            ServiceReference<Domain> second = reference(device);
            bridge.addDomain(first);
            bridge.addRegistry(registry);
            bridge.addDomain(second);
            assertEquals(Set.of("host", "reference:0"), domains());
            for (DomainReport report : engine.monitor().domains()) {
                for (Figure<DomainReport> figure : MetricFigures.OF_DOMAIN) {
                    assertEquals(
                            figure.read().applyAsDouble(report),
                            value(figure, "domain", report.domain().id()),
                            figure.name());
                }
            }
            MetricFigures.Source source =
                    new MetricFigures.Source(engine.monitor(), engine.events());
            for (Figure<MetricFigures.Source> figure : MetricFigures.OF_PLATFORM) {
                assertEquals(figure.read().applyAsDouble(source), value(figure), figure.name());
            }
            assertTagsAreFew();
            bridge.removeDomain(second);
            assertEquals(Set.of("host"), domains());
            bridge.removeRegistry(registry);
            assertEquals(List.of(), registry.getMeters());
            bridge.addRegistry(registry);
            assertEquals(Set.of("host"), domains());
            bridge.end();
            assertEquals(List.of(), registry.getMeters());
        }
    }

    private static Domain named(Engine engine, String id) {
        while (true) { // the test has a limit of time
            for (DomainReport report : engine.monitor().domains()) {
                if (report.domain().id().equals(id)
                        && report.domain().state() == Domain.State.ACTIVE) {
                    return report.domain();
                }
            }
            Thread.onSpinWait();
        }
    }

    private void assertTagsAreFew() {
        for (Meter meter : registry.getMeters()) {
            List<String> keys = meter.getId().getTags().stream().map(Tag::getKey).toList();
            assertTrue(
                    Set.of("domain", "kind", "outcome", "way", "direction").containsAll(keys),
                    keys::toString);
        }
    }
}
