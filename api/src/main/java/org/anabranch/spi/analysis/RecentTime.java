package org.anabranch.spi.analysis;

import org.anabranch.api.Monitor.WorkerReport;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The recent use of time: over the last minute, or the last {@value #MOST} events, but not before
 * the first event of an action or worker. A worker logs its work when it becomes idle; for one that
 * stays busy, its current activity counts. For one thread at a time.
 */
public final class RecentTime {
    static final int MOST = 20_000;
    private static final long SPAN = 60_000_000_000L;

    private static final String IDLE = "idle";
    private static final String WORKER = "worker-";

    private final Map<Integer, Long> busySince = new HashMap<>();
    private Events recent;
    private int host = Events.NOWHERE;

    /** Creates an empty interval. */
    public RecentTime() {}

    /**
     * Adds an event.
     *
     * @param batch in order of time
     * @param i index of the event
     */
    public void add(Events batch, int i) {
        if (recent == null || recent.dictionary() != batch.dictionary()) {
            recent = new Events(batch.dictionary(), batch.clock(), MOST);
            busySince.clear();
            host = Events.NOWHERE;
            for (DomainEntry entry : batch.dictionary().domains()) {
                host = entry.host() ? entry.number() : host;
            }
        }
        batch.copyTo(recent, i);
        if (batch.kind(i) == Kind.BUSY) {
            busySince.remove(batch.lane(i));
        }
    }

    /**
     * Computes the use of time up to now.
     *
     * @param real the time, unless that of the log is simulated
     * @param workers their activities, if they are known
     * @param lanes the least number of lanes of a domain, by its number
     * @return the use; empty if there are no events
     */
    public TimeUse use(long real, List<WorkerReport> workers, IntUnaryOperator lanes) {
        if (recent == null || recent.size() == 0) {
            return TimeUse.NONE;
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
        long first =
                IntStream.range(0, window.size())
                        .filter(i -> window.kind(i).level() != Level.LIFECYCLE)
                        .mapToLong(window::began)
                        .min()
                        .orElse(now);
        long start = Math.clamp(first, now - SPAN, now);
        return TimeUse.of(window, ActionHistory.of(window), start, now, lanes);
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
}
