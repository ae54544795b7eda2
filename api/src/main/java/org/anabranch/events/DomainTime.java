package org.anabranch.events;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * What the lanes of a domain did with their time. At each moment a lane is busy, moves data, or is
 * idle; idle lanes are counted as overhead as far as handed-out actions wait that have not begun,
 * then as waiting for data as far as actions wait for transfers, then as without work. So the five
 * add up to all of the time of all lanes. Times are nanoseconds.
 *
 * @param domain number
 * @param lanes how many it has, without spares and threads of programs, whose busy time is added
 * @param busy {@link TimePart#BUSY}
 * @param transfer {@link TimePart#TRANSFER}
 * @param data {@link TimePart#DATA}
 * @param overhead {@link TimePart#OVERHEAD}
 * @param none {@link TimePart#NONE}
 * @param work sum of what actions took, as the monitor counts it: with what they waited for
 */
public record DomainTime(
        int domain,
        int lanes,
        long busy,
        long transfer,
        long data,
        long overhead,
        long none,
        long work) {

    /** {@return the sum of the five} */
    public long all() {
        return busy + transfer + data + overhead + none;
    }

    /** {@return one of the five, in nanoseconds} */
    public long nanos(TimePart part) {
        return switch (part) {
            case BUSY -> busy;
            case TRANSFER -> transfer;
            case DATA -> data;
            case OVERHEAD -> overhead;
            case NONE -> none;
        };
    }

    /** {@return one of the five, as a share of all; 0 if there was no time} */
    public double share(TimePart part) {
        return all() == 0 ? 0 : (double) nanos(part) / all();
    }

    /**
     * Adds up.
     *
     * @param events in order of time
     * @param history of these events
     * @param start of the time that counts
     * @param end of it; what has not ended goes on until then
     * @param lanes how many a domain has at least, by its number; those that did something count
     * @return the times of the domains that did something, by number
     */
    public static List<DomainTime> of(
            Events events, ActionHistory history, long start, long end, IntUnaryOperator lanes) {
        Map<Integer, LaneSums> sums = new TreeMap<>();
        for (int i = 0; i < events.size(); i++) {
            Kind kind = events.kind(i);
            boolean timed = kind == Kind.BUSY || kind == Kind.PIECE || kind == Kind.WAIT;
            int domain = events.domain(i);
            if (timed && events.lane(i) != Events.NOWHERE && domain != Events.NOWHERE) {
                sums.computeIfAbsent(domain, key -> sums(events, key, start, end, lanes))
                        .span(kind, events.lane(i), events.other(i), events.time(i))
                        .began(kind == Kind.BUSY ? events.amount(i) : 0);
            }
        }
        Set<Long> forData = waitingForData(history);
        for (ActionRow row : history.actions()) {
            boolean given =
                    row.started() != ActionRow.UNKNOWN || row.submitted() != ActionRow.UNKNOWN;
            if (row.domain() != Events.NOWHERE && (given || forData.contains(row.action()))) {
                sums.computeIfAbsent(row.domain(), key -> sums(events, key, start, end, lanes))
                        .action(row, forData.contains(row.action()));
            }
        }
        return sums.entrySet().stream().map(one -> one.getValue().sum(one.getKey())).toList();
    }

    private static LaneSums sums(
            Events events, int domain, long start, long end, IntUnaryOperator lanes) {
        DomainEntry entry = events.dictionary().domain(domain);
        return new LaneSums(start, end, entry != null && entry.host(), lanes.applyAsInt(domain));
    }

    /** Actions that waited for a transfer. */
    private static Set<Long> waitingForData(ActionHistory history) {
        Set<Long> waiting = new HashSet<>();
        for (ActionHistory.Wait wait : history.waits()) {
            ActionRow earlier = history.action(wait.earlier());
            if (earlier != null && earlier.sort() == ActionSort.TRANSFER) {
                waiting.add(wait.later());
            }
        }
        return waiting;
    }
}
