package org.anabranch.console.model;

import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.DomainTime;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.TimePart;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The recent use of time by domains: over the last minute, or the last {@value #MOST} events,
 * computed as in a report. A worker logs its work when it becomes idle; for one that stays busy,
 * its current activity counts.
 */
final class RecentTime {
    static final int MOST = 20_000;
    private static final long SPAN = 60_000_000_000L;

    private static final String IDLE = "idle";
    private static final String WORKER = "anabranch-worker-";

    private final Map<Integer, Long> busySince = new HashMap<>();
    private Events recent;
    private int host = Events.NOWHERE;
    private Map<Integer, DomainTime> times = Map.of();
    private long span;

    /** Adds a batch of events. */
    void add(Events batch) {
        if (recent == null || recent.dictionary() != batch.dictionary()) {
            recent = new Events(batch.dictionary(), batch.clock(), MOST);
            busySince.clear();
            host = Events.NOWHERE;
            for (DomainEntry entry : batch.dictionary().domains()) {
                host = entry.host() ? entry.number() : host;
            }
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.copyTo(recent, i);
            if (batch.kind(i) == Kind.BUSY) {
                busySince.remove(batch.lane(i));
            }
        }
    }

    /**
     * Computes the sums up to now.
     *
     * @param real the time, unless that of the log is simulated
     * @param workers their activities
     * @param lanes the least number of lanes of a domain, by its number
     */
    void look(long real, List<WorkerReport> workers, IntUnaryOperator lanes) {
        if (recent == null || recent.size() == 0) {
            return;
        }
        long now = recent.clock().simulated() ? recent.time(recent.size() - 1) : real;
        for (WorkerReport worker : workers) {
            if (worker.worker().startsWith(WORKER)) {
                int lane = Integer.parseInt(worker.worker().substring(WORKER.length()));
                if (worker.activity().equals(IDLE)) {
                    busySince.remove(lane);
                } else {
                    busySince.putIfAbsent(lane, now);
                }
            }
        }
        Events window = window(now);
        long start = Math.max(now - SPAN, first(window, now));
        span = now - start;
        times = new HashMap<>();
        for (DomainTime time : DomainTime.of(window, ActionHistory.of(window), start, now, lanes)) {
            times.put(time.domain(), time);
        }
    }

    private Events window(long now) {
        Events window = new Events(recent.dictionary(), recent.clock(), recent.size() + MOST);
        for (int i = 0; i < recent.size(); i++) {
            if (recent.time(i) > now - SPAN) {
                recent.copyTo(window, i);
            }
        }
        busySince.forEach(
                (lane, since) -> {
                    if (since < now && host != Events.NOWHERE) {
                        window.add(now, Events.head(Kind.BUSY, 0, host, lane, 0), 0, since, 1);
                    }
                });
        window.sort();
        return window;
    }

    /** Returns the earliest time of the window's events; an interval counts from its begin. */
    private static long first(Events window, long now) {
        long first = now;
        for (int i = 0; i < window.size(); i++) {
            boolean lasted =
                    switch (window.kind(i)) {
                        case BUSY, PIECE, WAIT -> true;
                        case ENDED -> window.lane(i) != Events.NOWHERE;
                        default -> false;
                    };
            long time = window.time(i);
            first = Math.min(first, lasted ? Math.min(time, window.other(i)) : time);
        }
        return first;
    }

    /** {@return the covered time in nanoseconds} */
    long span() {
        return span;
    }

    /**
     * {@return the shares by name; all unknown if there is no log, and no work if there are no
     * events}
     *
     * @param domain number
     */
    Map<String, Object> row(int domain) {
        DomainTime time = times.get(domain);
        boolean known = recent != null && domain != Events.NOWHERE;
        Map<String, Object> row = new LinkedHashMap<>();
        for (TimePart part : TimePart.values()) {
            double none = part == TimePart.NONE ? 1 : 0;
            double share = time == null || time.all() == 0 ? none : time.share(part);
            row.put(part.name().toLowerCase(Locale.ROOT), known ? share : Double.NaN);
        }
        return row;
    }
}
