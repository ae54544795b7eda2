package org.anabranch.seeing.model;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.Clock;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.Events;
import org.anabranch.spi.analysis.TimeUse;

import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * A recorded run. Times are nanoseconds of the log's clock.
 *
 * @param events in order of time
 * @param history the actions, and the dependences between them
 * @param layout the rows of the timeline
 * @param slices of actions that have begun, by their number
 * @param notices the events without duration, in order of time
 * @param steals in order of time
 * @param start the time of the first event
 * @param end the time of the last event; later than the start
 * @param clockError the possible error of device times in nanoseconds
 */
public record RunModel(
        Events events,
        ActionHistory history,
        Tracks layout,
        Map<Long, Slice> slices,
        List<Notice> notices,
        List<Steal> steals,
        long start,
        long end,
        long clockError) {

    /**
     * {@return the model for events}
     *
     * @param events in order of time
     */
    public static RunModel of(Events events) {
        return new RunBuilder(events).build();
    }

    /**
     * {@return the use of its time}
     *
     * @param workers of the host, or 0 if only active ones are known
     */
    public TimeUse use(int workers) {
        IntUnaryOperator lanes = domain -> isHost(domain) ? workers : 0;
        return TimeUse.of(events, history, start, end, lanes);
    }

    private boolean isHost(int domain) {
        DomainEntry entry = events.dictionary().domain(domain);
        return entry != null && entry.host();
    }

    /** {@return the clock of all times} */
    public Clock clock() {
        return events.clock();
    }

    /** {@return the actions, in the order of their first events} */
    public List<ActionRow> actions() {
        return history.actions();
    }

    /** {@return the dependences; some actions may be unknown} */
    public List<ActionHistory.Wait> waits() {
        return history.waits();
    }

    /** {@return an action, or null} */
    public ActionRow action(long number) {
        return history.action(number);
    }

    /** {@return the rows of the timeline, by number} */
    public List<Track> tracks() {
        return layout.all();
    }

    /** {@return the slice of an action, or null if it has not begun} */
    public Slice slice(long action) {
        return slices.get(action);
    }

    /** {@return the row of a lane, or null} */
    public Track track(int domain, int lane) {
        return layout.ofLane(domain, lane);
    }

    /** {@return the wall time in nanoseconds} */
    public long wall() {
        return end - start;
    }

    /** {@return the number of lost events} */
    public long lost() {
        return events.lost();
    }

    /** {@return the name of a domain} */
    public String domainName(int domain) {
        return events.dictionary().domainName(domain);
    }
}
