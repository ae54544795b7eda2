package org.anabranch.jfr;

import org.anabranch.events.ActionPhase;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.BackendChange;
import org.anabranch.events.Clock;
import org.anabranch.events.DomainChange;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.Events;
import org.anabranch.events.Outcome;
import org.anabranch.events.WaitSort;
import org.anabranch.spi.analysis.Cause;
import org.anabranch.spi.analysis.RecentTime;
import org.anabranch.spi.analysis.RunTotals;
import org.anabranch.spi.analysis.RunVerdict;
import org.anabranch.spi.analysis.TimeUse;

import java.util.List;
import java.util.Locale;

/** The writer of log events to JFR recordings. For one thread at a time. */
final class FlightWriter {
    private final FlightTime time = new FlightTime();
    private final RunTotals totals = RunTotals.bounded();
    private final RecentTime recent = new RecentTime();
    private Events events;

    /** Writes a batch of events, in order. */
    void write(Events batch) {
        events = batch;
        totals.count(batch);
        time.look();
        for (int i = 0; i < batch.size(); i++) {
            recent.add(batch, i);
            write(i);
        }
    }

    /** Forgets open actions, for a new beginning. */
    void forget() {
        totals.actions().clear();
    }

    /** Writes the numbers of made and lost events, the verdict and the causes. */
    void writeSums(Clock clock) {
        FlightSums.Losses event = new FlightSums.Losses();
        event.made = totals.made();
        event.lost = totals.lost();
        event.clock = clock.name();
        event.commit();
        TimeUse use = recent.use(totals.end(), List.of(), domain -> 0);
        if (!use.domains().isEmpty()) {
            write(new RunVerdict(use, totals, totals.end() - totals.start()));
        }
    }

    private void write(RunVerdict verdict) {
        FlightSums.Verdict event = new FlightSums.Verdict();
        event.words = verdict.words();
        event.wall = totals.end() - totals.start();
        event.criticalPath = totals.longest().length();
        event.steps = totals.longest().number();
        event.commit();
        for (Cause cause : verdict.causes()) {
            FlightSums.Cause row = new FlightSums.Cause();
            row.weight = (float) cause.weight();
            row.what = cause.what();
            row.advice = cause.advice();
            row.commit();
        }
    }

    private void write(int i) {
        ActionRow row = totals.add(events, i);
        if (row != null) {
            action(row);
        }
        switch (events.kind(i)) {
            case TASK -> task(i);
            case STEAL -> steal(i);
            case SHARE -> share(i);
            case WAIT -> waited(i);
            case BUSY -> busy(i);
            case DOMAIN, BACKEND, STALL, FAILURE -> seldom(i);
            default -> {}
        }
    }

    private void action(ActionRow row) {
        long end = known(row.ended(), row.retired());
        long start = known(row.started(), end);
        if (row.sort() == ActionSort.TRANSFER) {
            transfer(row, start, end);
        } else {
            action(row, start, end);
        }
    }

    private static long known(long time, long otherwise) {
        return time == ActionRow.UNKNOWN ? otherwise : time;
    }

    private void action(ActionRow row, long start, long end) {
        FlightEvents.Action event = new FlightEvents.Action();
        if (event.isEnabled()) {
            event.action = row.action();
            event.name = row.name();
            event.sort = word(row.sort());
            event.owner = owner(row.owner());
            event.line = row.line();
            event.waitedForOthers = row.nanos(ActionPhase.ORDER);
            event.waitedForData = row.nanos(ActionPhase.DATA);
            event.waitedForLane = row.nanos(ActionPhase.LANE);
            event.outcome = word(row.outcome());
            commit(event, row.domain(), row.lane(), start, end);
        }
    }

    private void transfer(ActionRow row, long start, long end) {
        FlightEvents.Transfer event = new FlightEvents.Transfer();
        if (event.isEnabled()) {
            event.action = row.action();
            event.buffer = row.name();
            event.from = domain(row.from());
            event.to = domain(row.to());
            event.bytes = row.bytes();
            event.reason = word(row.reason());
            event.neededBy = row.neededBy();
            event.waited = start - row.enqueued();
            event.outcome = word(row.outcome());
            commit(event, row.domain(), row.lane(), start, end);
        }
    }

    private void task(int i) {
        FlightEvents.Task event = new FlightEvents.Task();
        event.name = events.name(i);
        event.scope = -events.amount(i);
        event.outcome = word(Outcome.values()[events.detail(i)]);
        commit(event, i, events.other(i));
    }

    private void steal(int i) {
        FlightEvents.Steal event = new FlightEvents.Steal();
        event.action = events.subject(i);
        event.victim = lane(events.domain(i), (int) events.other(i));
        commit(event, i, events.time(i));
    }

    private void share(int i) {
        FlightEvents.SharedLoop event = new FlightEvents.SharedLoop();
        event.action = events.subject(i);
        event.kernel = events.name(i);
        event.firstTile = events.other(i);
        event.tiles = events.amount(i);
        commit(event, i, events.time(i));
    }

    private void waited(int i) {
        FlightEvents.Wait event = new FlightEvents.Wait();
        event.what = word(WaitSort.values()[events.detail(i)]);
        event.action = events.subject(i);
        event.owner = owner(events.amount(i));
        boolean program = events.lane(i) == Events.NOWHERE;
        commit(event, i, events.other(i), program ? events.name(i) : null);
    }

    private void busy(int i) {
        FlightEvents.Busy event = new FlightEvents.Busy();
        event.tasks = events.amount(i);
        commit(event, i, events.other(i));
    }

    private void seldom(int i) {
        switch (events.kind(i)) {
            case DOMAIN -> {
                FlightEvents.DomainLife event = new FlightEvents.DomainLife();
                event.state = word(DomainChange.values()[events.detail(i)]);
                commit(event, i, events.time(i));
            }
            case BACKEND -> {
                FlightEvents.BackendLife event = new FlightEvents.BackendLife();
                event.name = events.name(i);
                event.state = word(BackendChange.values()[events.detail(i)]);
                event.devices = events.amount(i);
                commit(event, i, events.time(i));
            }
            case STALL -> {
                FlightEvents.Stall event = new FlightEvents.Stall();
                event.what = events.name(i);
                event.ran = events.amount(i);
                commit(event, i, events.time(i));
            }
            default -> {
                FlightEvents.Failure event = new FlightEvents.Failure();
                event.action = events.subject(i);
                event.outcome = word(Outcome.values()[events.detail(i)]);
                event.cause = events.name(i);
                commit(event, i, events.time(i));
            }
        }
    }

    private void commit(FlightEvents.Logged event, int i, long began) {
        commit(event, i, began, null);
    }

    private void commit(FlightEvents.Logged event, int i, long began, String thread) {
        if (thread != null) {
            event.lane = thread;
        }
        commit(event, events.domain(i), events.lane(i), began, events.time(i));
    }

    private void commit(FlightEvents.Logged event, int at, int lane, long began, long ended) {
        if (event.isEnabled()) {
            event.began = events.clock().sinceOrigin(began);
            event.domain = domain(at);
            event.lane = event.lane == null ? lane(at, lane) : event.lane;
            if (!events.clock().simulated()) {
                time.stamp(event, began, ended);
            }
            event.commit();
        }
    }

    private String domain(int number) {
        DomainEntry entry = events.dictionary().domain(number);
        return entry == null ? "" : entry.id();
    }

    private String lane(int at, int lane) {
        DomainEntry entry = events.dictionary().domain(at);
        if (entry == null || lane == Events.NOWHERE) {
            return "";
        }
        return entry.host() && lane >= Events.FIRST_PROGRAM ? "program" : entry.lane(lane);
    }

    private static String owner(long number) {
        return number == 0 ? "" : number > 0 ? "stream " + number : "scope " + -number;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
