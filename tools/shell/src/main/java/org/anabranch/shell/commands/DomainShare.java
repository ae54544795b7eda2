package org.anabranch.shell.commands;

import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.api.Monitor.WorkReport;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The work done in one domain: by a program, or by all programs between two snapshots.
 *
 * @param domain its id
 * @param generation number of the device under that id
 * @param actions number of actions and tasks that ended
 * @param failed number of these that failed
 * @param stolenLocally tasks that its workers took from each other
 * @param stolenHere pieces that it took from others
 * @param stolenAway pieces that others took from it
 * @param transfersIn transfers to it
 * @param bytesIn bytes transferred to it
 * @param transfersOut transfers from it
 * @param bytesOut bytes transferred from it
 * @param busyNanos time of operations, summed over lanes or workers
 */
public record DomainShare(
        String domain,
        int generation,
        long actions,
        long failed,
        long stolenLocally,
        long stolenHere,
        long stolenAway,
        long transfersIn,
        long bytesIn,
        long transfersOut,
        long bytesOut,
        long busyNanos) {

    public static DomainShare of(WorkReport work) {
        return new DomainShare(
                work.domain().id(),
                work.domain().generation(),
                work.actions(),
                work.failed(),
                work.stolenLocally(),
                work.stolenHere(),
                work.stolenAway(),
                work.transfersIn(),
                work.bytesIn(),
                work.transfersOut(),
                work.bytesOut(),
                work.busyNanos());
    }

    /**
     * The shares of the domains of the later snapshot; one that came in between has all of its work
     * counted.
     */
    public static List<DomainShare> between(List<DomainReport> before, List<DomainReport> after) {
        Map<String, DomainReport> earlier = new LinkedHashMap<>();
        before.forEach(report -> earlier.put(key(report), report));
        List<DomainShare> shares = new ArrayList<>();
        for (DomainReport report : after) {
            shares.add(difference(earlier.get(key(report)), report));
        }
        return shares;
    }

    public boolean isIdle() {
        return (actions
                        | failed
                        | stolenLocally
                        | stolenHere
                        | stolenAway
                        | transfersIn
                        | transfersOut
                        | busyNanos)
                == 0;
    }

    public long steals() {
        return stolenLocally + stolenHere;
    }

    private static String key(DomainReport report) {
        return report.domain().id() + " " + report.domain().generation();
    }

    private static DomainShare difference(DomainReport from, DomainReport to) {
        DomainReport base = from == null ? nothing(to) : from;
        return new DomainShare(
                to.domain().id(),
                to.domain().generation(),
                to.actions() - base.actions(),
                to.failed() - base.failed(),
                to.stolenLocally() - base.stolenLocally(),
                to.stolenHere() - base.stolenHere(),
                to.stolenAway() - base.stolenAway(),
                to.transfersIn() - base.transfersIn(),
                to.bytesIn() - base.bytesIn(),
                to.transfersOut() - base.transfersOut(),
                to.bytesOut() - base.bytesOut(),
                to.busyNanos() - base.busyNanos());
    }

    private static DomainReport nothing(DomainReport like) {
        return new DomainReport(like.domain(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}
