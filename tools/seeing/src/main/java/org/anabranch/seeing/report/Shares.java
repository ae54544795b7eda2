package org.anabranch.seeing.report;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.seeing.model.RunModel;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the lanes of a domain did with their time. At each moment a lane is busy, moves data, or is
 * idle; idle lanes are counted as overhead as far as handed-out actions wait that have not begun,
 * then as waiting for data as far as actions wait for transfers, then as without work. So the five
 * add up to all of the time of all lanes.
 *
 * @param domain number
 * @param name of the domain
 * @param lanes how many it has, without spares and threads of programs, whose busy time is added
 * @param busy nanoseconds in which kernels or tasks ran
 * @param transfer in which data was moved
 * @param data in which a lane was free and actions waited for data
 * @param none in which there was nothing to do
 * @param overhead in which a lane was free, or a worker was busy, and nothing of a program ran
 * @param work sum of what actions took, as the monitor counts it: with what they waited for
 */
record Shares(
        int domain,
        String name,
        int lanes,
        long busy,
        long transfer,
        long data,
        long none,
        long overhead,
        long work) {

    long all() {
        return busy + transfer + data + none + overhead;
    }

    double share(long part) {
        return all() == 0 ? 0 : (double) part / all();
    }

    /** {@return the shares of all domains that have lanes} */
    static List<Shares> of(RunModel run, int workers) {
        Map<Integer, DomainTime> times = new TreeMap<>();
        Events events = run.events();
        for (int i = 0; i < events.size(); i++) {
            Kind kind = events.kind(i);
            boolean timed = kind == Kind.BUSY || kind == Kind.PIECE || kind == Kind.WAIT;
            if (timed && events.lane(i) != Events.NOWHERE && events.domain(i) != Events.NOWHERE) {
                time(times, run, events.domain(i), workers)
                        .span(kind, events.lane(i), events.other(i), events.time(i))
                        .began(kind == Kind.BUSY ? events.amount(i) : 0);
            }
        }
        Set<Long> forData = waitingForData(run);
        for (ActionRow row : run.actions()) {
            if (row.domain() != Events.NOWHERE && row.started() != ActionRow.UNKNOWN) {
                time(times, run, row.domain(), workers).action(row, forData.contains(row.action()));
            }
        }
        return times.entrySet().stream()
                .map(one -> one.getValue().shares(one.getKey(), run.domainName(one.getKey())))
                .toList();
    }

    private static DomainTime time(
            Map<Integer, DomainTime> times, RunModel run, int domain, int workers) {
        return times.computeIfAbsent(
                domain,
                key ->
                        new DomainTime(
                                run.start(),
                                run.end(),
                                run.isHost(key),
                                run.isHost(key) ? workers : 0));
    }

    /** Actions that waited for a transfer, or for data that another one made. */
    private static Set<Long> waitingForData(RunModel run) {
        Set<Long> waiting = new HashSet<>();
        for (ActionHistory.Wait wait : run.waits()) {
            ActionRow earlier = run.action(wait.earlier());
            if (earlier != null && earlier.sort() == ActionSort.TRANSFER) {
                waiting.add(wait.later());
            }
        }
        return waiting;
    }
}
