package org.anabranch.spi.analysis;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.Dictionary;
import org.anabranch.events.DomainTime;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.TimePart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The use of time in an interval.
 *
 * @param names of the domains
 * @param start of the interval, by the log's clock
 * @param end of the interval
 * @param domains the use by each domain, by number
 * @param gaps nanoseconds in which no action was enqueued and no worker was busy
 */
public record TimeUse(Dictionary names, long start, long end, List<DomainTime> domains, long gaps) {
    /** An empty interval. */
    public static final TimeUse NONE = new TimeUse(new Dictionary(), 0, 0, List.of(), 0);

    /**
     * Computes the use of time.
     *
     * @param events in order of time
     * @param history of these events
     * @param start of the interval
     * @param end of the interval
     * @param lanes the least number of lanes of a domain, by its number
     * @return the use
     */
    public static TimeUse of(
            Events events, ActionHistory history, long start, long end, IntUnaryOperator lanes) {
        return new TimeUse(
                events.dictionary(),
                start,
                end,
                DomainTime.of(events, history, start, end, lanes),
                gaps(events, history, start, end));
    }

    private static long gaps(Events events, ActionHistory history, long start, long end) {
        List<long[]> used = new ArrayList<>();
        for (ActionRow row : history.actions()) {
            long since = row.enqueued() == ActionRow.UNKNOWN ? row.started() : row.enqueued();
            long until = row.retired() == ActionRow.UNKNOWN ? end : row.retired();
            used.add(new long[] {since == ActionRow.UNKNOWN ? start : since, until});
        }
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i) == Kind.BUSY) {
                used.add(new long[] {events.other(i), events.time(i)});
            }
        }
        used.sort(Comparator.comparingLong(span -> span[0]));
        long gaps = 0;
        long at = start;
        for (long[] span : used) {
            gaps += Math.max(0, Math.min(span[0], end) - at);
            at = Math.max(at, span[1]);
        }
        return gaps + Math.max(0, end - at);
    }

    /** {@return its length in nanoseconds} */
    public long span() {
        return end - start;
    }

    /** {@return the fraction of the interval in which there was nothing to run} */
    public double gapShare() {
        return span() == 0 ? 0 : (double) gaps / span();
    }

    /**
     * {@return a part of a domain's time, as a fraction; no work counts only while there were
     * actions}
     *
     * @param time of the domain
     * @param part the part
     */
    public double share(DomainTime time, TimePart part) {
        long idle = Math.max(0, time.none() - gaps * time.lanes());
        return part != TimePart.NONE
                ? time.share(part)
                : time.all() == 0 ? 0 : (double) idle / time.all();
    }

    /** {@return the name of a domain} */
    String name(DomainTime time) {
        return names.domainName(time.domain());
    }
}
