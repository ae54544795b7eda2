package org.anabranch.console.model;

import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.BackendChange;
import org.anabranch.events.DomainChange;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.OpenAction;
import org.anabranch.events.Outcome;
import org.anabranch.spi.analysis.RunTotals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of a log, added up for the page: beside the totals the lanes, the graph and the last
 * failures. Each table has a limit. For one thread at a time.
 */
final class LogModel {
    static final int MOST_LANES = 64;
    static final int MOST_FAILURES = 50;
    private static final Outcome[] OUTCOMES = Outcome.values();

    /** A lane of a domain. */
    record LaneKey(int domain, int lane) implements Comparable<LaneKey> {
        @Override
        public int compareTo(LaneKey other) {
            int first = Integer.compare(domain, other.domain);
            return first != 0 ? first : Integer.compare(lane, other.lane);
        }
    }

    /** A failure, or another event of the life cycle. */
    public record Failure(long time, String domain, String outcome, String what, String kernel) {}

    final RunTotals totals = RunTotals.bounded();
    final Map<LaneKey, LaneHistory> lanes = new TreeMap<>();
    final Deque<Failure> failures = new ArrayDeque<>();
    final Deque<Failure> changes = new ArrayDeque<>();
    final GroupGraph graph = new GroupGraph();
    long steals;
    long latest;
    private Events events;

    /** Adds a batch of events. */
    void add(Events batch) {
        events = batch;
        totals.count(batch);
        for (int i = 0; i < batch.size(); i++) {
            add(i);
        }
    }

    private void add(int i) {
        long time = events.clock().sinceOrigin(events.time(i));
        latest = Math.max(latest, time);
        switch (events.kind(i)) {
            case EDGE -> edge(i);
            case ENDED, PIECE, BUSY -> slice(i, time);
            case STEAL -> steals++;
            case FAILURE -> failure(i, time);
            case DOMAIN, BACKEND, STALL -> change(i, time);
            default -> {}
        }
        ActionRow row = totals.add(events, i);
        if (row != null && row.sort() == ActionSort.KERNEL && row.outcome() == Outcome.DONE) {
            graph.ran(row.name(), domain(row.domain()), row.runNanos());
        }
    }

    private void edge(int i) {
        OpenAction later = totals.actions().open(events.subject(i));
        OpenAction earlier = totals.actions().open(events.other(i));
        boolean order = EdgeSort.values()[events.detail(i)] == EdgeSort.ORDER;
        if (order && later != null && earlier != null) {
            ActionRow from = earlier.row();
            ActionRow to = later.row();
            if (from.sort() == ActionSort.KERNEL && to.sort() == ActionSort.KERNEL) {
                graph.waited(from.name(), domain(from.domain()), to.name(), domain(to.domain()));
            }
        }
    }

    private void slice(int i, long time) {
        if (events.lane(i) == Events.NOWHERE) {
            return;
        }
        LaneKey key = new LaneKey(events.domain(i), events.lane(i));
        LaneHistory lane = lanes.get(key);
        if (lane == null && lanes.size() < MOST_LANES) {
            lane = new LaneHistory();
            lanes.put(key, lane);
        }
        long from = events.clock().sinceOrigin(events.other(i));
        if (lane != null && time > from) {
            lane.add(from, time, events.nameNumber(i), use(i));
        }
    }

    private LaneHistory.Use use(int i) {
        if (events.kind(i) == Kind.BUSY) {
            return LaneHistory.Use.BUSY;
        }
        OpenAction action = totals.actions().open(events.subject(i));
        boolean moves =
                events.kind(i) == Kind.ENDED
                        && action != null
                        && action.row().sort() == ActionSort.TRANSFER;
        return moves ? LaneHistory.Use.MOVE : LaneHistory.Use.WORK;
    }

    private void failure(int i, long time) {
        OpenAction action = totals.actions().open(events.subject(i));
        add(
                failures,
                new Failure(
                        time,
                        domain(events.domain(i)),
                        OUTCOMES[events.detail(i)].name(),
                        events.name(i),
                        action == null ? "" : action.row().name()));
    }

    private void change(int i, long time) {
        String what =
                switch (events.kind(i)) {
                    case DOMAIN -> DomainChange.values()[events.detail(i)].name();
                    case BACKEND -> BackendChange.values()[events.detail(i)].name();
                    default -> "STALL";
                };
        add(changes, new Failure(time, domain(events.domain(i)), what, events.name(i), ""));
    }

    /** Adds the latest row of a table, and drops the oldest one beyond the limit. */
    private static void add(Deque<Failure> rows, Failure latest) {
        rows.addFirst(latest);
        if (rows.size() > MOST_FAILURES) {
            rows.removeLast();
        }
    }

    boolean isRead() {
        return events != null;
    }

    /** {@return the time of the first event of an action or worker, since the log began} */
    long start() {
        return totals.end() == 0 ? latest : events.clock().sinceOrigin(totals.start());
    }

    /** {@return the latest time by the log's clock} */
    long now() {
        return events == null ? latest : events.clock().origin() + latest;
    }

    private DomainEntry entry(int number) {
        return events == null ? null : events.dictionary().domain(number);
    }

    String domain(int number) {
        DomainEntry entry = entry(number);
        return entry == null ? "" : entry.id();
    }

    /** {@return the name of a lane} */
    String lane(LaneKey key) {
        DomainEntry entry = entry(key.domain);
        return entry == null ? "lane " + key.lane : entry.lane(key.lane);
    }

    /** {@return the number of a domain: of those with that id the latest} */
    int number(String id) {
        int number = Events.NOWHERE;
        if (events != null) {
            for (DomainEntry entry : events.dictionary().domains()) {
                number = entry.id().equals(id) ? entry.number() : number;
            }
        }
        return number;
    }

    /** {@return the name with a number} */
    String name(int number) {
        return events == null ? "" : events.dictionary().name(number);
    }

    /** {@return true if lanes of a domain are workers} */
    boolean isHost(int number) {
        DomainEntry entry = entry(number);
        return entry != null && entry.host();
    }
}
