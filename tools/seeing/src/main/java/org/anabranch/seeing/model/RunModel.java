package org.anabranch.seeing.model;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.Clock;
import org.anabranch.events.Dictionary;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.DomainTime;
import org.anabranch.events.Events;

import java.util.List;
import java.util.Map;

/** A recorded run. Times are nanoseconds of the log's clock. Immutable. */
public final class RunModel {
    private final Events events;
    private final List<ActionRow> actions;
    private final ActionHistory history;
    private final List<ActionHistory.Wait> waits;
    private final Tracks names;
    private final List<Track> tracks;
    private final Map<Long, Slice> slices;
    private final List<Notice> notices;
    private final List<Steal> steals;
    private final long start;
    private final long end;
    private final long clockError;

    /** Creates a model from its builder. */
    RunModel(RunBuilder from) {
        this.events = from.events;
        this.history = from.history;
        this.actions = from.actions;
        this.waits = from.history.waits();
        this.names = from.tracks;
        this.tracks = List.copyOf(from.laid);
        this.slices = from.slices;
        this.notices = List.copyOf(from.notices);
        this.steals = List.copyOf(from.steals);
        this.start = from.start;
        this.end = from.end;
        this.clockError = from.clockError;
    }

    /**
     * {@return the model for events}
     *
     * @param events in order of time
     */
    public static RunModel of(Events events) {
        return new RunBuilder(events).build();
    }

    /** {@return the events} */
    public Events events() {
        return events;
    }

    /**
     * {@return the use of time by each domain, by number}
     *
     * @param workers of the host, or 0 if only active ones are known
     */
    public List<DomainTime> times(int workers) {
        return DomainTime.of(events, history, start, end, domain -> isHost(domain) ? workers : 0);
    }

    /** {@return the clock of all times} */
    public Clock clock() {
        return events.clock();
    }

    /** {@return names and domains} */
    public Dictionary dictionary() {
        return events.dictionary();
    }

    /** {@return the actions, in the order of their first events} */
    public List<ActionRow> actions() {
        return actions;
    }

    /**
     * {@return an action, or null}
     *
     * @param number of the action
     */
    public ActionRow action(long number) {
        return history.action(number);
    }

    /** {@return the dependences; some actions may be unknown} */
    public List<ActionHistory.Wait> waits() {
        return waits;
    }

    /** {@return the rows of the timeline, by number} */
    public List<Track> tracks() {
        return tracks;
    }

    /**
     * {@return the slice of an action, or null if it has not begun}
     *
     * @param action number
     */
    public Slice slice(long action) {
        return slices.get(action);
    }

    /** {@return the row of a lane, or null} */
    public Track track(int domain, int lane) {
        return names.ofLane(domain, lane);
    }

    /** {@return the events without duration, in order of time} */
    public List<Notice> notices() {
        return notices;
    }

    /** {@return the steals, in order of time} */
    public List<Steal> steals() {
        return steals;
    }

    /** {@return the time of the first event} */
    public long start() {
        return start;
    }

    /** {@return the time of the last event; later than the start} */
    public long end() {
        return end;
    }

    /** {@return the wall time in nanoseconds} */
    public long wall() {
        return end - start;
    }

    /** {@return the possible error of device times in nanoseconds} */
    public long clockError() {
        return clockError;
    }

    /** {@return the number of lost events} */
    public long lost() {
        return events.lost();
    }

    /**
     * {@return the name of a domain}
     *
     * @param domain number
     */
    public String domainName(int domain) {
        return names.name(domain);
    }

    /**
     * {@return true if the lanes of a domain are workers}
     *
     * @param domain number
     */
    public boolean isHost(int domain) {
        DomainEntry entry = dictionary().domain(domain);
        return entry != null && entry.host();
    }
}
