package org.anabranch.shell.commands;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.DomainReport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The work done in one domain per second, between two reports.
 *
 * @param domain its id
 * @param state its state
 * @param actionsPerSecond actions and tasks that ended
 * @param failedPerSecond those of them that failed
 * @param stealsPerSecond tasks and pieces that its workers took from each other and from others
 * @param bytesInPerSecond bytes transferred to it
 * @param bytesOutPerSecond bytes transferred from it
 * @param busy mean number of lanes or workers at work
 * @param queued actions that are ready or running there now
 * @param inUseBytes memory of buffers there now
 */
public record DomainRate(
        String domain,
        Domain.State state,
        double actionsPerSecond,
        double failedPerSecond,
        double stealsPerSecond,
        double bytesInPerSecond,
        double bytesOutPerSecond,
        double busy,
        long queued,
        long inUseBytes) {

    /**
     * {@return the rates of the domains of the later reports; one that came in between has all of
     * its work counted}
     */
    static List<DomainRate> between(
            List<DomainReport> before, List<DomainReport> after, double seconds) {
        Map<String, DomainReport> earlier = new HashMap<>();
        before.forEach(report -> earlier.put(key(report), report));
        List<DomainRate> rates = new ArrayList<>();
        for (DomainReport report : after) {
            rates.add(of(new Change(earlier.get(key(report)), report, seconds)));
        }
        return rates;
    }

    private static String key(DomainReport report) {
        return report.domain().id() + " " + report.domain().generation();
    }

    /** Two reports on a domain; the earlier one is null if it was not there. */
    private record Change(DomainReport before, DomainReport after, double seconds) {
        double perSecond(ToLongFunction<DomainReport> count) {
            long earlier = before == null ? 0 : count.applyAsLong(before);
            return (count.applyAsLong(after) - earlier) / seconds;
        }
    }

    private static DomainRate of(Change change) {
        DomainReport now = change.after;
        return new DomainRate(
                now.domain().id(),
                now.domain().state(),
                change.perSecond(DomainReport::actions),
                change.perSecond(DomainReport::failed),
                change.perSecond(report -> report.stolenLocally() + report.stolenHere()),
                change.perSecond(DomainReport::bytesIn),
                change.perSecond(DomainReport::bytesOut),
                change.perSecond(DomainReport::busyNanos) / 1e9,
                now.queued(),
                now.instanceBytes());
    }
}
