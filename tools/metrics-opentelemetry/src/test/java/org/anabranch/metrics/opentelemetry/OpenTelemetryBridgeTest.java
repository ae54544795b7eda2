package org.anabranch.metrics.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;

import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.metrics.Figure;
import org.anabranch.metrics.MetricFigures;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Tests that the SDK's own test reader reads the monitor's values. */
class OpenTelemetryBridgeTest {
    private final InMemoryMetricReader reader = InMemoryMetricReader.create();

    private Map<String, MetricData> read() {
        return reader.collectAllMetrics().stream()
                .collect(Collectors.toMap(MetricData::getName, metric -> metric));
    }

    private static double value(MetricData metric, Figure<?> figure) {
        return metric.getData().getPoints().stream()
                .filter(
                        point ->
                                figure.tag().isEmpty()
                                        || figure.value()
                                                .equals(
                                                        point.getAttributes()
                                                                .get(
                                                                        AttributeKey.stringKey(
                                                                                figure.tag()))))
                .mapToDouble(point -> ((DoublePointData) point).getValue())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void issue24_instruments_read_what_the_monitor_says_and_end() throws Exception {
        SdkMeterProvider provider = SdkMeterProvider.builder().registerMetricReader(reader).build();
        try (OpenTelemetrySdk sdk = OpenTelemetrySdk.builder().setMeterProvider(provider).build();
                Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            engine.platform("test").host().stream().close();
            OpenTelemetryBridge bridge = new OpenTelemetryBridge(engine.monitor(), engine.events());
            bridge.addTelemetry(sdk);
            Map<String, MetricData> metrics = read();
            DomainReport host = engine.monitor().domains().getFirst();
            Set<String> names = new HashSet<>();
            for (Figure<DomainReport> figure : MetricFigures.OF_DOMAIN) {
                MetricData metric = metrics.get(figure.name());
                assertEquals(figure.read().applyAsDouble(host), value(metric, figure));
                assertEquals(figure.unit(), metric.getUnit());
                assertEquals(
                        figure.counter() ? MetricDataType.DOUBLE_SUM : MetricDataType.DOUBLE_GAUGE,
                        metric.getType());
                names.add(figure.name());
            }
            for (Figure<MetricFigures.Source> figure : MetricFigures.OF_PLATFORM) {
                MetricFigures.Source source =
                        new MetricFigures.Source(engine.monitor(), engine.events());
                assertEquals(
                        figure.read().applyAsDouble(source),
                        value(metrics.get(figure.name()), figure));
                names.add(figure.name());
            }
            assertEquals(names, metrics.keySet());
            assertTrue(metrics.get("anabranch.domains").toString().contains("1.0"));
            assertFalse(metrics.isEmpty());
            bridge.removeTelemetry(sdk);
            assertEquals(Map.of(), read());
            bridge.addTelemetry(sdk);
            assertEquals(names, read().keySet());
            bridge.end();
            assertEquals(Map.of(), read());
        }
    }
}
