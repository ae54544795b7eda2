package org.anabranch.console.model;

import org.anabranch.console.model.LiveAction.Phase;
import org.anabranch.events.ActionSort;
import org.anabranch.events.BackendChange;
import org.anabranch.events.DomainChange;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Outcome;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The aggregated events of a log. Each table has a limit. For one thread at a time. */
final class LogModel {
    static final int MOST_LIVE = 100_000;
    static final int MOST_KERNELS = 200;
    static final int MOST_LANES = 64;
    static final int MOST_FAILURES = 50;
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final ActionSort[] SORTS = ActionSort.values();

    /** A lane of a domain. */
    record LaneKey(int domain, int lane) implements Comparable<LaneKey> {
        @Override
        public int compareTo(LaneKey other) {
            int first = Integer.compare(domain, other.domain);
            return first != 0 ? first : Integer.compare(lane, other.lane);
        }
    }

    /** A kernel in a domain. */
    record KernelKey(String name, int domain) {}

    /** A link from a domain to a domain. */
    record Way(int from, int to) {}

    /** The transfers over a link. */
    static final class Moved {
        long count;
        long bytes;
        long nanos;
    }

    /** A failure. */
    record Failure(long time, String domain, String outcome, String what, String kernel) {}

    final Map<Long, LiveAction> live = new LinkedHashMap<>();
    final Map<LaneKey, LaneHistory> lanes = new TreeMap<>();
    final Map<KernelKey, Durations> kernels = new LinkedHashMap<>();
    final Map<Way, Moved> moved = new LinkedHashMap<>();
    final Deque<Failure> failures = new ArrayDeque<>();
    final Deque<Failure> changes = new ArrayDeque<>();
    final GroupGraph graph = new GroupGraph();
    long failed;
    long steals;
    long made;
    long lost;
    long latest;
    long notFollowed;

    /** The last step of the critical path. */
    Step longest;

    long first = Long.MAX_VALUE;
    private Events events;

    /** Adds a batch of events. */
    void add(Events batch) {
        events = batch;
        made += batch.made();
        lost += batch.lost();
        for (int i = 0; i < batch.size(); i++) {
            add(i);
        }
    }

    private void add(int i) {
        long time = events.clock().sinceOrigin(events.time(i));
        latest = Math.max(latest, time);
        LiveAction action = live.get(events.subject(i));
        switch (events.kind(i)) {
            case ENQUEUED -> enqueued(i, time);
            case TRANSFER -> transfer(i, time);
            case EDGE -> edge(i);
            case READY -> phase(action, Phase.DATA, events.domain(i));
            case SUBMITTED -> phase(action, Phase.LANE, events.domain(i));
            case STARTED -> phase(action, Phase.RUNNING, events.domain(i));
            case ENDED -> ended(i, time, action);
            case PIECE, BUSY -> slice(i, time, null);
            case STEAL -> steals++;
            case RETIRED -> retired(i, action);
            case FAILURE -> failure(i, time, action);
            case DOMAIN, BACKEND, STALL -> change(i, time);
            default -> {}
        }
    }

    private void enqueued(int i, long time) {
        first = Math.min(first, time);
        follow(
                new LiveAction(
                        events.subject(i),
                        SORTS[events.detail(i)],
                        events.name(i),
                        events.other(i),
                        time),
                events.domain(i));
    }

    private void transfer(int i, long time) {
        LiveAction action =
                new LiveAction(events.subject(i), ActionSort.TRANSFER, events.name(i), 0, time);
        action.from = events.domain(i);
        action.to = events.lane(i);
        action.bytes = events.amount(i);
        LiveAction needing = live.get(events.other(i));
        if (needing != null) {
            needing.waitsFor(action);
        }
        follow(action, Events.NOWHERE);
    }

    private void follow(LiveAction action, int domain) {
        action.domain = domain;
        if (live.size() < MOST_LIVE) {
            live.put(action.number, action);
        } else {
            notFollowed++;
        }
    }

    private void edge(int i) {
        LiveAction later = live.get(events.subject(i));
        LiveAction earlier = live.get(events.other(i));
        if (later == null || earlier == null) {
            return;
        }
        later.waitsFor(earlier);
        if (EdgeSort.values()[events.detail(i)] == EdgeSort.ORDER
                && later.sort == ActionSort.KERNEL
                && earlier.sort == ActionSort.KERNEL) {
            graph.waited(earlier.name, domain(earlier.domain), later.name, domain(later.domain));
        }
    }

    private static void phase(LiveAction action, Phase phase, int domain) {
        if (action != null) {
            action.phase = phase;
            if (domain != Events.NOWHERE) {
                action.domain = domain;
            }
        }
    }

    private void ended(int i, long time, LiveAction action) {
        boolean ran = events.lane(i) != Events.NOWHERE;
        if (ran) {
            slice(i, time, action);
        }
        if (action == null) {
            return;
        }
        action.phase = Phase.ENDED;
        long nanos = ran ? time - events.clock().sinceOrigin(events.other(i)) : 0;
        step(action, nanos);
        boolean done = OUTCOMES[events.detail(i)] == Outcome.DONE;
        if (action.isTransfer() && done) {
            Moved all = moved.computeIfAbsent(new Way(action.from, action.to), way -> new Moved());
            all.count++;
            all.bytes += action.bytes;
            all.nanos += nanos;
        } else if (action.sort == ActionSort.KERNEL && (ran || !done)) {
            kernel(events.name(i), events.domain(i), nanos, done);
        }
    }

    private void step(LiveAction action, long nanos) {
        Step before = null;
        for (LiveAction earlier : action.waits) {
            if (earlier.step != null && (before == null || earlier.step.way > before.way)) {
                before = earlier.step;
            }
        }
        action.step = new Step(action.name, action.domain, nanos, before);
        if (longest == null || action.step.way > longest.way) {
            longest = action.step;
        }
    }

    private void kernel(String name, int domain, long nanos, boolean done) {
        KernelKey key = new KernelKey(name, domain);
        if (!kernels.containsKey(key) && kernels.size() >= MOST_KERNELS) {
            key = new KernelKey("(other kernels)", Events.NOWHERE);
        }
        Durations durations = kernels.computeIfAbsent(key, one -> new Durations());
        if (done) {
            durations.add(nanos);
            graph.ran(name, domain(domain), nanos);
        } else {
            durations.addFailed();
        }
    }

    private void slice(int i, long time, LiveAction action) {
        LaneKey key = new LaneKey(events.domain(i), events.lane(i));
        LaneHistory lane = lanes.get(key);
        if (lane == null && lanes.size() < MOST_LANES) {
            lane = new LaneHistory();
            lanes.put(key, lane);
        }
        boolean move = action != null && action.isTransfer();
        long from = events.clock().sinceOrigin(events.other(i));
        if (lane != null && time > from) {
            LaneHistory.Use use =
                    events.kind(i) == Kind.BUSY
                            ? LaneHistory.Use.BUSY
                            : move ? LaneHistory.Use.MOVE : LaneHistory.Use.WORK;
            lane.add(from, time, events.nameNumber(i), use);
        }
    }

    private void retired(int i, LiveAction action) {
        if (action != null) {
            live.remove(events.subject(i));
            action.retired = true;
            action.waits.clear();
        }
    }

    private void failure(int i, long time, LiveAction action) {
        failed++;
        failures.addFirst(
                new Failure(
                        time,
                        domain(events.domain(i)),
                        OUTCOMES[events.detail(i)].name(),
                        events.name(i),
                        action == null ? "" : action.name));
        if (failures.size() > MOST_FAILURES) {
            failures.removeLast();
        }
    }

    private void change(int i, long time) {
        String what =
                switch (events.kind(i)) {
                    case DOMAIN -> DomainChange.values()[events.detail(i)].name();
                    case BACKEND -> BackendChange.values()[events.detail(i)].name();
                    default -> "STALL";
                };
        changes.addFirst(new Failure(time, domain(events.domain(i)), what, events.name(i), ""));
        if (changes.size() > MOST_FAILURES) {
            changes.removeLast();
        }
    }

    boolean isRead() {
        return events != null;
    }

    String domain(int number) {
        DomainEntry entry = events == null ? null : events.dictionary().domain(number);
        return entry == null ? "" : entry.id();
    }

    /** {@return the name of a lane} */
    String lane(LaneKey key) {
        DomainEntry entry = events == null ? null : events.dictionary().domain(key.domain);
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
        DomainEntry entry = events == null ? null : events.dictionary().domain(number);
        return entry != null && entry.host();
    }
}
