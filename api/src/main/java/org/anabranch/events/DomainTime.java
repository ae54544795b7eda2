package org.anabranch.events;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * The use of time by the lanes of a domain, in nanoseconds. At each moment a lane is busy,
 * transfers data, or is idle. Idle lanes count as overhead for submitted actions that have not
 * begun, then as waiting for data for actions that wait for transfers, then as without work. So the
 * five parts add up to the time of all lanes.
 *
 * @param domain number
 * @param lanes number of lanes, without compensation threads and threads of programs, whose busy
 *     time is added
 * @param busy {@link TimePart#BUSY}
 * @param transfer {@link TimePart#TRANSFER}
 * @param data {@link TimePart#DATA}
 * @param overhead {@link TimePart#OVERHEAD}
 * @param none {@link TimePart#NONE}
 * @param work sum of the times of actions as the monitor counts it: including waits within them
 * @param busiest the longest time that one of these lanes ran actions
 */
public record DomainTime(
        int domain,
        int lanes,
        long busy,
        long transfer,
        long data,
        long overhead,
        long none,
        long work,
        long busiest) {

    /** {@return the sum of the five parts} */
    public long all() {
        return busy + transfer + data + overhead + none;
    }

    /** {@return one of the five parts, in nanoseconds} */
    public long nanos(TimePart part) {
        return switch (part) {
            case BUSY -> busy;
            case TRANSFER -> transfer;
            case DATA -> data;
            case OVERHEAD -> overhead;
            case NONE -> none;
        };
    }

    /** {@return one of the five parts, as a fraction of the sum; 0 if the sum is 0} */
    public double share(TimePart part) {
        return all() == 0 ? 0 : (double) nanos(part) / all();
    }

    /**
     * Computes the times from events.
     *
     * @param events in order of time
     * @param history of these events
     * @param start of the interval to consider
     * @param end of the interval; an action that has not ended counts until then
     * @param lanes the least number of lanes of a domain, by its number; lanes that appear in
     *     events are counted in any case
     * @return the times of the domains that appear in the events, by number
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

    /** Returns the actions that waited for a transfer. */
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
