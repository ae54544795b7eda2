package org.anabranch.metrics;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.events.EventLog;
import org.anabranch.events.Level;

import java.util.ArrayList;
import java.util.List;

/**
 * All figures. Tags have few values: the domain, its kind, and one of two or three kinds; never a
 * name from a program.
 */
public final class MetricFigures {
    private static final double NANOS_OF_SECOND = 1e9;

    /** The figures of each domain; its id and kind are tags, too. */
    public static final List<Figure<DomainReport>> OF_DOMAIN = ofDomain();

    /** The figures of the whole platform. */
    public static final List<Figure<Source>> OF_PLATFORM = ofPlatform();

    private MetricFigures() {}

    /**
     * The source of a platform's figures.
     *
     * @param monitor of the scheduler
     * @param log of the same scheduler
     */
    public record Source(Monitor monitor, EventLog log) {}

    private static List<Figure<DomainReport>> ofDomain() {
        List<Figure<DomainReport>> all = new ArrayList<>();
        Figure<DomainReport> actions =
                Figure.counter("anabranch.actions", "{action}", "Actions and tasks ended", null);
        all.add(actions.of("outcome", "done", report -> report.actions() - report.failed()));
        all.add(actions.of("outcome", "failed", DomainReport::failed));
        all.add(
                Figure.gauge(
                        "anabranch.actions.queued",
                        "{action}",
                        "Actions ready or running now",
                        DomainReport::queued));
        all.add(
                Figure.counter(
                        "anabranch.busy",
                        "s",
                        "Time during which operations ran, summed over lanes or workers",
                        report -> report.busyNanos() / NANOS_OF_SECOND));
        Figure<DomainReport> steals =
                Figure.counter("anabranch.steals", "{steal}", "Tasks or pieces stolen", null);
        all.add(steals.of("way", "local", DomainReport::stolenLocally));
        all.add(steals.of("way", "here", DomainReport::stolenHere));
        all.add(steals.of("way", "away", DomainReport::stolenAway));
        Figure<DomainReport> transfers =
                Figure.counter("anabranch.transfers", "{transfer}", "Transfers made", null);
        all.add(transfers.of("direction", "in", DomainReport::transfersIn));
        all.add(transfers.of("direction", "out", DomainReport::transfersOut));
        Figure<DomainReport> bytes =
                Figure.counter("anabranch.transfer.io", "By", "Bytes transferred", null);
        all.add(bytes.of("direction", "in", DomainReport::bytesIn));
        all.add(bytes.of("direction", "out", DomainReport::bytesOut));
        all.add(
                Figure.gauge(
                        "anabranch.buffer.memory",
                        "By",
                        "Memory of buffers now",
                        DomainReport::instanceBytes));
        return List.copyOf(all);
    }

    private static List<Figure<Source>> ofPlatform() {
        List<Figure<Source>> all = new ArrayList<>(ofPrograms());
        all.add(
                Figure.counter(
                        "anabranch.events.lost",
                        "{event}",
                        "Events of the log that readers missed",
                        source -> source.log().lost()));
        all.add(
                Figure.gauge(
                        "anabranch.events.recording",
                        "{log}",
                        "1 while actions are being recorded, else 0",
                        source -> source.log().level() == Level.ACTIONS ? 1 : 0));
        return List.copyOf(all);
    }

    private static List<Figure<Source>> ofPrograms() {
        return List.of(
                Figure.gauge(
                        "anabranch.domains",
                        "{domain}",
                        "Domains that take work now",
                        source -> active(source.monitor())),
                Figure.gauge(
                        "anabranch.streams",
                        "{stream}",
                        "Open streams",
                        source -> source.monitor().streams().size()),
                Figure.gauge(
                        "anabranch.stream.pending",
                        "{action}",
                        "Actions of open streams that are not settled",
                        source -> pending(source.monitor())),
                Figure.gauge(
                        "anabranch.buffers",
                        "{buffer}",
                        "Open buffers",
                        source -> source.monitor().buffers().size()),
                Figure.gauge(
                        "anabranch.workers",
                        "{worker}",
                        "Workers of the host, with spares",
                        source -> source.monitor().workers().size()),
                Figure.gauge(
                        "anabranch.stalls",
                        "{action}",
                        "Actions and tasks that run for too long now",
                        source -> source.monitor().stalls().size()));
    }

    /**
     * {@return the number of active domains}
     *
     * @param monitor to ask
     */
    public static long active(Monitor monitor) {
        return monitor.domains().stream()
                .filter(report -> report.domain().state() == Domain.State.ACTIVE)
                .count();
    }

    /**
     * {@return the number of unsettled actions of open streams}
     *
     * @param monitor to ask
     */
    public static long pending(Monitor monitor) {
        return monitor.streams().stream().mapToLong(Monitor.StreamReport::pending).sum();
    }
}
