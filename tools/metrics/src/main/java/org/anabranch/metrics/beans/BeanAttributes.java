package org.anabranch.metrics.beans;

import static org.anabranch.metrics.beans.BeanAttribute.count;
import static org.anabranch.metrics.beans.BeanAttribute.list;
import static org.anabranch.metrics.beans.BeanAttribute.word;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.events.EventLog;
import org.anabranch.metrics.MetricFigures;
import org.anabranch.metrics.WatchedDomain;

import java.util.List;
import java.util.function.ToLongFunction;

/** The beans, as lists of attributes. */
final class BeanAttributes {
    private static final List<BeanAttribute<Monitor>> OF_PLATFORM =
            List.of(
                    list(
                            "Domains",
                            "Ids of the domains that are active, being added or being removed",
                            monitor -> monitor.domains().stream().map(one -> one.domain().id())),
                    count("ActiveDomains", "Active domains", MetricFigures::active),
                    list(
                            "Backends",
                            "Names of the installed backends",
                            monitor ->
                                    monitor.backends().stream().map(Monitor.BackendReport::name)),
                    list(
                            "RefusedDevices",
                            "Devices that were found but cannot be opened, each with the reason",
                            monitor ->
                                    monitor.backends().stream()
                                            .flatMap(backend -> backend.refused().stream())
                                            .map(one -> one.domain() + ": " + one.reason())),
                    count("Streams", "Open streams", monitor -> monitor.streams().size()),
                    count(
                            "PendingActions",
                            "Unsettled actions of open streams",
                            MetricFigures::pending),
                    count("Buffers", "Open buffers", monitor -> monitor.buffers().size()),
                    count(
                            "Workers",
                            "Workers of the host, including compensation threads",
                            monitor -> monitor.workers().size()),
                    list(
                            "Stalls",
                            "The stalled kernels and tasks, in words",
                            monitor -> monitor.stalls().stream().map(BeanAttributes::text)));

    private static final List<BeanAttribute<EventLog>> OF_LOG =
            List.of(
                    count(
                            "Lost",
                            "Events that readers have missed since the log began",
                            EventLog::lost),
                    word(
                            "Level",
                            "ACTIONS while a recording of actions is open, else LIFECYCLE",
                            log -> log.level().name()),
                    word("Clock", "The clock of its times", log -> log.clock().name()),
                    new BeanAttribute<>(
                            "Simulated",
                            boolean.class,
                            "True if its time is simulated",
                            log -> log.clock().simulated()));

    private static final List<BeanAttribute<WatchedDomain>> OF_DOMAIN =
            List.of(
                    word("Id", "Its id", WatchedDomain::id),
                    word("Kind", "Its kind", WatchedDomain::kind),
                    new BeanAttribute<>(
                            "Generation",
                            int.class,
                            "Its generation, from 1",
                            WatchedDomain::generation),
                    word(
                            "State",
                            "ACTIVE, or another state of its life cycle",
                            domain -> report(domain).domain().state().name()),
                    ofReport(
                            "Processors",
                            "Workers, or compute units of a device",
                            report -> report.domain().processors().count()),
                    ofReport(
                            "MemoryBytes",
                            "Its memory [bytes]",
                            report -> report.domain().memory().getOrDefault(MemoryKind.NORMAL, 0L)),
                    ofReport(
                            "BufferBytes",
                            "Memory of buffers there now [bytes]",
                            DomainReport::instanceBytes),
                    ofReport("Actions", "Actions and tasks ended", DomainReport::actions),
                    ofReport("Failed", "Those of them that failed", DomainReport::failed),
                    ofReport("Queued", "Actions ready or running now", DomainReport::queued),
                    new BeanAttribute<>(
                            "BusySeconds",
                            double.class,
                            "Time during which operations ran, summed over lanes or workers [s]",
                            domain -> report(domain).busyNanos() / 1e9),
                    ofReport(
                            "StolenLocally",
                            "Tasks that its workers stole from each other",
                            DomainReport::stolenLocally),
                    ofReport(
                            "StolenHere",
                            "Pieces that it stole from other domains",
                            DomainReport::stolenHere),
                    ofReport(
                            "StolenAway",
                            "Pieces that other domains stole from it",
                            DomainReport::stolenAway),
                    ofReport("TransfersIn", "Transfers to it", DomainReport::transfersIn),
                    ofReport("TransfersOut", "Transfers from it", DomainReport::transfersOut),
                    ofReport("BytesIn", "Bytes transferred to it", DomainReport::bytesIn),
                    ofReport("BytesOut", "Bytes transferred from it", DomainReport::bytesOut));

    private BeanAttributes() {}

    static AttributeBean<Monitor> of(Monitor monitor) {
        return new AttributeBean<>(
                "The figures of all programs of one framework, at the time of reading",
                OF_PLATFORM,
                monitor);
    }

    static AttributeBean<EventLog> of(EventLog log) {
        return new AttributeBean<>("The event log of the scheduler", OF_LOG, log);
    }

    static AttributeBean<WatchedDomain> of(WatchedDomain domain) {
        return new AttributeBean<>(
                "The figures of one domain since it was added; after its end, the last ones",
                OF_DOMAIN,
                domain);
    }

    private static String text(Monitor.StallReport stall) {
        return "%s: %s for %s ms"
                .formatted(stall.domain().id(), stall.what(), stall.nanos() / 1_000_000);
    }

    private static BeanAttribute<WatchedDomain> ofReport(
            String name, String text, ToLongFunction<DomainReport> read) {
        return count(name, text, domain -> read.applyAsLong(report(domain)));
    }

    private static DomainReport report(WatchedDomain domain) {
        DomainReport report = domain.report();
        if (report == null) {
            throw new IllegalStateException("domain " + domain.id() + " is gone");
        }
        return report;
    }
}
