package org.anabranch.metrics.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.metrics.Figure;
import org.anabranch.metrics.MetricFigures;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The instruments of one meter. They read the figures on collection; for a domain that is gone they
 * report nothing.
 */
final class Instruments {
    private final List<Runnable> ends = new ArrayList<>();

    Instruments(Meter meter, MetricFigures.Source source) {
        Map<String, List<Figure<DomainReport>>> byName = new LinkedHashMap<>();
        for (Figure<DomainReport> figure : MetricFigures.OF_DOMAIN) {
            byName.computeIfAbsent(figure.name(), name -> new ArrayList<>()).add(figure);
        }
        byName.values()
                .forEach(
                        figures ->
                                ends.add(
                                        instrument(
                                                meter,
                                                figures.getFirst(),
                                                to -> record(source, figures, to))));
        for (Figure<MetricFigures.Source> figure : MetricFigures.OF_PLATFORM) {
            ends.add(
                    instrument(
                            meter, figure, to -> to.record(figure.read().applyAsDouble(source))));
        }
    }

    private static Runnable instrument(
            Meter meter, Figure<?> figure, Consumer<ObservableDoubleMeasurement> callback) {
        if (figure.counter()) {
            return meter.counterBuilder(figure.name())
                            .ofDoubles()
                            .setUnit(figure.unit())
                            .setDescription(figure.text())
                            .buildWithCallback(callback)
                    ::close;
        }
        return meter.gaugeBuilder(figure.name())
                        .setUnit(figure.unit())
                        .setDescription(figure.text())
                        .buildWithCallback(callback)
                ::close;
    }

    private static void record(
            MetricFigures.Source source,
            List<Figure<DomainReport>> figures,
            ObservableDoubleMeasurement to) {
        for (DomainReport report : source.monitor().domains()) {
            if (report.domain().state() == Domain.State.ACTIVE) {
                for (Figure<DomainReport> figure : figures) {
                    to.record(
                            figure.read().applyAsDouble(report),
                            attributes(report.domain(), figure));
                }
            }
        }
    }

    private static Attributes attributes(Domain domain, Figure<DomainReport> figure) {
        AttributesBuilder attributes = Attributes.builder();
        attributes.put("domain", domain.id()).put("kind", domain.kind());
        if (!figure.tag().isEmpty()) {
            attributes.put(figure.tag(), figure.value());
        }
        return attributes.build();
    }

    void close() {
        ends.forEach(Runnable::run);
        ends.clear();
    }
}
