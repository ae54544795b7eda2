package org.anabranch.metrics.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

import org.anabranch.metrics.Figure;
import org.anabranch.metrics.MetricFigures;
import org.anabranch.metrics.WatchedDomain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one registry. The registry holds their sources weakly, so the creator of this
 * object must hold it. Not thread-safe.
 */
final class RegistryMeters {
    private final MeterRegistry registry;
    private final List<Meter> ofPlatform = new ArrayList<>();
    private final Map<WatchedDomain, List<Meter>> ofDomains = new HashMap<>();

    RegistryMeters(MeterRegistry registry, MetricFigures.Source source) {
        this.registry = registry;
        for (Figure<MetricFigures.Source> figure : MetricFigures.OF_PLATFORM) {
            ofPlatform.add(meter(figure, Tags.empty(), source, figure.read()));
        }
    }

    void add(WatchedDomain domain) {
        Tags tags = Tags.of("domain", domain.id(), "kind", domain.kind());
        List<Meter> meters = new ArrayList<>();
        for (var figure : MetricFigures.OF_DOMAIN) {
            meters.add(meter(figure, tags, domain, watched -> watched.read(figure)));
        }
        ofDomains.put(domain, meters);
    }

    private <T> Meter meter(Figure<?> figure, Tags known, T from, ToDoubleFunction<T> read) {
        Tags tags = figure.tag().isEmpty() ? known : known.and(figure.tag(), figure.value());
        String unit =
                switch (figure.unit()) {
                    case "s" -> "seconds";
                    case "By" -> "bytes";
                    default -> null; // the name says what is counted
                };
        return figure.counter()
                ? FunctionCounter.builder(figure.name(), from, read)
                        .tags(tags)
                        .baseUnit(unit)
                        .description(figure.text())
                        .register(registry)
                : Gauge.builder(figure.name(), from, read)
                        .tags(tags)
                        .baseUnit(unit)
                        .description(figure.text())
                        .register(registry);
    }

    void remove(WatchedDomain domain) {
        ofDomains.getOrDefault(domain, List.of()).forEach(registry::remove);
        ofDomains.remove(domain);
    }

    void removeAll() {
        List.copyOf(ofDomains.keySet()).forEach(this::remove);
        ofPlatform.forEach(registry::remove);
        ofPlatform.clear();
    }
}
