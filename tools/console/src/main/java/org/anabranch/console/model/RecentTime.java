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
 * What domains did with their time of late: the last minute, or the last {@value #MOST} events. It
 * is added up as a report adds it up. A worker tells of its work when it rests, so of one that does
 * not, what it does when it is looked at counts.
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

    /** Takes a batch in. */
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
     * Adds up until now.
     *
     * @param real time, if that of the log is not simulated
     * @param workers what they do
     * @param lanes how many a domain has at least, by its number
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

    /** The first moment of which anything is told; what lasted began before it ended. */
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

    /** {@return of how many nanoseconds it knows} */
    long span() {
        return span;
    }

    /**
     * {@return the shares by name; all unknown if there is no log, and no work if nothing was told}
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
