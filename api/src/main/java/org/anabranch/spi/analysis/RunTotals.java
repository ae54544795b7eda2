package org.anabranch.spi.analysis;

import org.anabranch.events.ActionReplay;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Dictionary;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Outcome;
import org.anabranch.events.PathStep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The totals of an event log that is read batch by batch: run times of kernels, transfers, the
 * critical path, failures, and numbers of events. For one thread at a time.
 */
public final class RunTotals {
    private static final int MOST_OPEN = 100_000;
    private static final int MOST_KERNELS = 200;
    private static final int MOST_WENT = 10_000;
    private static final KernelKey OTHERS = new KernelKey("(other kernels)", Events.NOWHERE);

    private final ActionReplay actions;
    private final int mostKernels;
    private final Map<KernelKey, Durations> kernels = new LinkedHashMap<>();
    private final Map<Link, LinkTimes> links = new LinkedHashMap<>();
    private final Set<Went> went = new HashSet<>();
    private Dictionary names = new Dictionary();
    private long failedActions;
    private long failures;
    private long cancelled;
    private long made;
    private long lost;
    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    /** A kernel in a domain. */
    private record KernelKey(String name, int domain) {}

    /** A link from a domain to a domain. */
    private record Link(int from, int to) {}

    /** A buffer that was transferred over a link. */
    private record Went(String buffer, int from, int to) {}

    private RunTotals(ActionReplay actions, int mostKernels) {
        this.actions = actions;
        this.mostKernels = mostKernels;
    }

    /** {@return empty totals for a log that is still written; their memory is bounded} */
    public static RunTotals bounded() {
        return new RunTotals(new ActionReplay(MOST_OPEN), MOST_KERNELS);
    }

    /**
     * {@return the totals of a recorded run}
     *
     * @param events in order of time
     */
    public static RunTotals of(Events events) {
        RunTotals totals = new RunTotals(ActionReplay.unbounded(), Integer.MAX_VALUE);
        totals.count(events);
        for (int i = 0; i < events.size(); i++) {
            totals.add(events, i);
        }
        totals.actions.end().forEach(totals::ended);
        return totals;
    }

    /**
     * Counts the events of a batch, made and lost. Each of them is added separately.
     *
     * @param batch the events
     */
    public void count(Events batch) {
        names = batch.dictionary();
        made += batch.made();
        lost += batch.lost();
    }

    /**
     * Adds an event.
     *
     * @param events in order of time
     * @param i index of the event
     * @return the row of the action that this event retires; null for all other events
     */
    public ActionRow add(Events events, int i) {
        Kind kind = events.kind(i);
        if (kind.level() == Level.ACTIONS) {
            start = Math.min(start, events.began(i));
            end = Math.max(end, events.time(i));
        }
        failures += kind == Kind.FAILURE ? 1 : 0;
        ActionRow row = actions.add(events, i);
        if (row != null) {
            ended(row);
        }
        return row;
    }

    private void ended(ActionRow row) {
        boolean done = row.outcome() == Outcome.DONE;
        cancelled += row.outcome() == Outcome.CANCELLED ? 1 : 0;
        failedActions += done || row.outcome() == Outcome.CANCELLED ? 0 : 1;
        boolean ran = row.started() != ActionRow.UNKNOWN && row.ended() != ActionRow.UNKNOWN;
        if (row.sort() == ActionSort.TRANSFER) {
            if (ran) {
                transfer(row);
            }
        } else if (row.sort() != ActionSort.SYNC && (ran || !done)) {
            kernel(row, done);
        }
    }

    private void kernel(ActionRow row, boolean done) {
        KernelKey key = new KernelKey(row.name(), row.domain());
        if (kernels.size() >= mostKernels && !kernels.containsKey(key)) {
            key = OTHERS;
        }
        Durations durations = kernels.computeIfAbsent(key, one -> new Durations());
        if (done) {
            durations.add(row.runNanos());
        } else {
            durations.addFailed();
        }
    }

    private void transfer(ActionRow row) {
        boolean back = went.contains(new Went(row.name(), row.to(), row.from()));
        long bytes = row.bytes();
        String from = names.domainName(row.from());
        String to = names.domainName(row.to());
        links.merge(
                new Link(row.from(), row.to()),
                new LinkTimes(from, to, 1, bytes, row.runNanos(), back ? bytes : 0),
                LinkTimes::plus);
        if (went.size() < MOST_WENT) {
            went.add(new Went(row.name(), row.from(), row.to()));
        }
    }

    /** {@return the actions that have not retired} */
    public ActionReplay actions() {
        return actions;
    }

    /** {@return the last step of the critical path} */
    public PathStep longest() {
        return actions.longest();
    }

    /** {@return the run times of kernels, copies and accesses, longest sum first} */
    public List<KernelTimes> kernels() {
        List<KernelTimes> all = new ArrayList<>();
        kernels.forEach((key, times) -> all.add(times.of(key.name, names.domainName(key.domain))));
        all.sort(
                Comparator.comparingLong(KernelTimes::nanos)
                        .reversed()
                        .thenComparing(KernelTimes::name)
                        .thenComparing(KernelTimes::domain));
        return all;
    }

    /** {@return the transfers, by source and target} */
    public List<LinkTimes> links() {
        return links.values().stream()
                .sorted(Comparator.comparing(LinkTimes::from).thenComparing(LinkTimes::to))
                .toList();
    }

    /** {@return the number of actions that failed or were lost, recorded or not} */
    public long failed() {
        return Math.max(failedActions, failures);
    }

    /** {@return the number of actions that were cancelled} */
    public long cancelled() {
        return cancelled;
    }

    /** {@return the number of events that were made, including the lost ones} */
    public long made() {
        return made;
    }

    /** {@return the number of lost events} */
    public long lost() {
        return lost;
    }

    /** {@return the time of the first event of an action or worker, or 0} */
    public long start() {
        return start > end ? 0 : start;
    }

    /** {@return the time of the last event of an action or worker, or 0} */
    public long end() {
        return start > end ? 0 : end;
    }
}
