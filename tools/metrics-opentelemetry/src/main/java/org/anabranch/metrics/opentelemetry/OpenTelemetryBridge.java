package org.anabranch.metrics.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;

import org.anabranch.api.Monitor;
import org.anabranch.events.EventLog;
import org.anabranch.metrics.MetricFigures;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The bridge to OpenTelemetry: keeps the instruments of a meter {@code org.anabranch} in every
 * {@code OpenTelemetry} that is a service, while there is a scheduler. The SDK decides what is
 * exported, and where to.
 */
@Component(
        immediate = true,
        service = {})
public final class OpenTelemetryBridge {
    private static final String SCOPE = "org.anabranch";

    private final MetricFigures.Source source;
    private final Map<OpenTelemetry, Instruments> instruments = new IdentityHashMap<>();

    /**
     * Creates the bridge.
     *
     * @param monitor of the scheduler
     * @param log of the same scheduler
     */
    @Activate
    public OpenTelemetryBridge(@Reference Monitor monitor, @Reference EventLog log) {
        this.source = new MetricFigures.Source(monitor, log);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    synchronized void addTelemetry(OpenTelemetry telemetry) {
        instruments.put(telemetry, new Instruments(telemetry.getMeter(SCOPE), source));
    }

    synchronized void removeTelemetry(OpenTelemetry telemetry) {
        Instruments those = instruments.remove(telemetry);
        if (those != null) {
            those.close();
        }
    }

    @Deactivate
    synchronized void end() {
        instruments.values().forEach(Instruments::close);
        instruments.clear();
    }
}
