package org.anabranch.jfr;

import org.anabranch.events.ActionSort;
import org.anabranch.events.BackendChange;
import org.anabranch.events.Clock;
import org.anabranch.events.DomainChange;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.Events;
import org.anabranch.events.Outcome;
import org.anabranch.events.TransferReason;
import org.anabranch.events.WaitSort;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The writer of log events to JFR recordings. For one thread at a time. */
final class FlightWriter {
    /** The largest number of actions followed at a time; later ones are not written. */
    private static final int MOST_OPEN = 200_000;

    private final FlightTime time = new FlightTime();
    private final Map<Long, OpenAction> open = new HashMap<>();
    private Events events;
    private long made;
    private long lost;

    /** Writes a batch of events, in order. */
    void write(Events batch) {
        events = batch;
        made += batch.made();
        lost += batch.lost();
        time.look();
        for (int i = 0; i < batch.size(); i++) {
            write(i);
        }
    }

    /** Forgets open actions, for a new beginning. */
    void forget() {
        open.clear();
    }

    /** Writes the numbers of made and lost events. */
    void writeLosses(Clock clock) {
        FlightEvents.Losses event = new FlightEvents.Losses();
        event.made = made;
        event.lost = lost;
        event.clock = clock.name();
        event.commit();
    }

    private void write(int i) {
        switch (events.kind(i)) {
            case ENQUEUED -> begin(i, false);
            case TRANSFER -> begin(i, true);
            case READY, SUBMITTED, STARTED, ENDED, PIECE -> follow(i);
            case RETIRED -> retired(i);
            case TASK -> task(i);
            case STEAL -> steal(i);
            case SHARE -> share(i);
            case WAIT -> waited(i);
            case BUSY -> busy(i);
            case DOMAIN, BACKEND, STALL, FAILURE -> seldom(i);
            default -> {}
        }
    }

    private void begin(int i, boolean transfer) {
        if (open.size() < MOST_OPEN) {
            open.put(events.subject(i), new OpenAction(events, i, transfer));
        }
    }

    private void follow(int i) {
        OpenAction action = open.get(events.subject(i));
        if (action == null) {
            return;
        }
        long now = events.time(i);
        int at = events.domain(i);
        action.domain = at == Events.NOWHERE ? action.domain : at;
        action.lane = events.lane(i);
        switch (events.kind(i)) {
            case READY -> action.ready = now;
            case SUBMITTED -> action.submitted = now;
            case STARTED -> action.began = now;
            case PIECE -> action.began = earlier(action.began, events.other(i));
            default -> {
                action.ended = now;
                action.began = events.lane(i) == Events.NOWHERE ? action.began : events.other(i);
            }
        }
    }

    private static long earlier(long one, long other) {
        return one == OpenAction.UNKNOWN ? other : Math.min(one, other);
    }

    private void retired(int i) {
        OpenAction action = open.remove(events.subject(i));
        if (action == null) {
            return;
        }
        String outcome = word(Outcome.values()[events.detail(i)]);
        if (action.transfer) {
            transfer(i, action, outcome);
        } else {
            action(i, action, outcome);
        }
    }

    private void action(int i, OpenAction action, String outcome) {
        FlightEvents.Action event = new FlightEvents.Action();
        if (event.isEnabled()) {
            long retired = events.time(i);
            event.action = events.subject(i);
            event.name = action.name;
            event.sort = word(ActionSort.values()[action.detail]);
            event.owner = owner(action.owner);
            event.line = events.dictionary().name((int) action.amount);
            event.waitedForOthers = action.made(retired) - action.enqueued;
            event.waitedForData = action.given(retired) - action.made(retired);
            event.waitedForLane = action.start(retired) - action.given(retired);
            event.outcome = outcome;
            commit(event, action.domain, action.lane, action.start(retired), action.end(retired));
        }
    }

    private void transfer(int i, OpenAction action, String outcome) {
        FlightEvents.Transfer event = new FlightEvents.Transfer();
        if (event.isEnabled()) {
            long retired = events.time(i);
            event.action = events.subject(i);
            event.buffer = action.name;
            event.from = domain(action.from);
            event.to = domain(action.to);
            event.bytes = action.amount;
            event.reason = word(TransferReason.values()[action.detail]);
            event.neededBy = action.owner;
            event.waited = action.start(retired) - action.enqueued;
            event.outcome = outcome;
            commit(event, action.domain, action.lane, action.start(retired), action.end(retired));
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
        return !entry.host()
                ? "lane " + lane
                : lane >= Events.FIRST_PROGRAM
                        ? "program"
                        : lane >= Events.FIRST_SPARE
                                ? "spare " + (lane - Events.FIRST_SPARE)
                                : "worker " + lane;
    }

    private static String owner(long number) {
        return number == 0 ? "" : number > 0 ? "stream " + number : "scope " + -number;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
