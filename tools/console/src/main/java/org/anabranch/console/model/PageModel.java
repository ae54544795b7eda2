package org.anabranch.console.model;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.events.Clock;
import org.anabranch.events.DomainTime;
import org.anabranch.events.Events;
import org.anabranch.events.TimePart;
import org.anabranch.spi.analysis.RecentTime;
import org.anabranch.spi.analysis.RunVerdict;
import org.anabranch.spi.analysis.TimeUse;
import org.anabranch.spi.support.Quantity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The model of the page for a scheduler. Thread-safe. */
public final class PageModel {
    private static final int MOST_COLUMNS = 2000;

    private final RecordingPauses pauses = new RecordingPauses();
    private LogModel log = new LogModel();
    private RecentTime recent = new RecentTime();
    private TimeUse use = TimeUse.NONE;
    private RecentValues series = new RecentValues();
    private List<DomainReport> reports = List.of();
    private long since = System.nanoTime();

    /** Resets the model for another log, with its own clock and numbers. */
    public synchronized void newLog() {
        log = new LogModel();
        pauses.clear();
    }

    /**
     * Begins a recording of actions; the values of the last minute are reset.
     *
     * @param clock of the log
     * @param now from {@link System#nanoTime}
     */
    public synchronized void begins(Clock clock, long now) {
        pauses.end(time(clock, now));
        recent = new RecentTime();
        use = TimeUse.NONE;
        series = new RecentValues();
        reports = List.of();
        since = System.nanoTime();
    }

    /**
     * Ends a recording of actions; the ends of running actions will not be known.
     *
     * @param clock of the log
     * @param now from {@link System#nanoTime}
     */
    public synchronized void pauses(Clock clock, long now) {
        pauses.begin(time(clock, now));
        log.totals.actions().clear();
    }

    /** Returns the time since the log began; for simulated time, the latest of an event. */
    private long time(Clock clock, long now) {
        if (!clock.simulated()) {
            log.latest = Math.max(log.latest, clock.sinceOrigin(now));
        }
        return log.latest;
    }

    /** Adds events from the log. */
    public synchronized void add(Events events) {
        log.add(events);
        for (int i = 0; i < events.size(); i++) {
            recent.add(events, i);
        }
    }

    /** Reads the totals; called about twice a second. */
    public synchronized void look(Monitor monitor, long heap) {
        long now = System.nanoTime();
        long nanos = now - since;
        since = now;
        List<DomainReport> before = reports;
        reports = monitor.domains();
        List<Monitor.WorkerReport> workers = monitor.workers();
        use =
                recent.use(
                        now,
                        workers,
                        domain -> log.isHost(domain) ? workers.size() : Math.max(1, lanes(domain)));
        double bytes = bytes(reports) - bytes(before);
        double pending = monitor.streams().stream().mapToLong(Monitor.StreamReport::pending).sum();
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("ready", (double) reports.stream().mapToLong(DomainReport::queued).sum());
        values.put("pending", pending);
        values.put("bytesPerSecond", before.isEmpty() ? Double.NaN : bytes * 1e9 / nanos);
        values.put("heap", (double) heap);
        series.add(values);
    }

    private static double bytes(List<DomainReport> reports) {
        return reports.stream().mapToDouble(one -> one.bytesIn() + one.bytesOut()).sum();
    }

    private int lanes(int domain) {
        return (int) log.lanes.keySet().stream().filter(k -> k.domain() == domain).count();
    }

    /** {@return everything except jobs, plug-ins and the machine, under the page's names} */
    public synchronized Map<String, Object> row(Monitor monitor, List<JobRuns.Run> running) {
        long first = Math.min(log.start(), log.latest);
        long wall = log.latest - first - pauses.nanosAfter(first);
        RunVerdict verdict = new RunVerdict(use, log.totals, wall);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("sentence", sentence(running) + verdict.words() + ".");
        row.put("domains", reports.stream().map(this::domain).toList());
        row.put("span", use.span());
        row.put("causes", verdict.causes());
        row.put("series", series.row());
        row.put("kernels", log.totals.kernels());
        row.put("transfers", log.totals.links());
        row.put("buffers", monitor == null ? List.of() : Listings.buffers(monitor));
        row.put("streams", monitor == null ? List.of() : Listings.streams(monitor, log));
        row.put("graph", log.graph.row());
        row.put("chain", Listings.chain(log));
        row.put("wall", wall);
        row.put("recorded", pauses.row());
        row.put("failures", List.copyOf(log.failures));
        row.put("changes", List.copyOf(log.changes));
        row.put("failed", log.totals.failed());
        row.put("stalls", monitor == null ? List.of() : Listings.stalls(monitor));
        row.put("made", log.totals.made());
        row.put("lost", log.totals.lost());
        row.put("steals", log.steals);
        row.put("notFollowed", log.totals.actions().ignored());
        row.put("latest", log.latest);
        return row;
    }

    /** Returns the beginning of the verdict's sentence. */
    private String sentence(List<JobRuns.Run> running) {
        if (!log.isRead()) {
            return words(running) + "there is no event log; ";
        }
        return words(running) + "in the last " + Quantity.time(use.span()) + " ";
    }

    private static String words(List<JobRuns.Run> running) {
        if (running.isEmpty()) {
            return "No job runs: ";
        }
        double seconds = running.stream().mapToDouble(JobRuns.Run::seconds).max().orElse(0);
        String jobs = running.size() == 1 ? "One job runs" : running.size() + " jobs run";
        return jobs + String.format(Locale.ROOT, ", for %.0f s: ", seconds);
    }

    /**
     * A domain on the page.
     *
     * @param id of the domain
     * @param state such as {@code ACTIVE}
     * @param actions number of actions that ended
     * @param failed number of those that failed
     * @param queued number of actions that wait for a lane
     * @param bytesIn bytes transferred to it
     * @param bytesOut bytes transferred from it
     * @param memory bytes of buffers in its memory
     * @param shares the parts of its recent time by name; not a number if they are unknown
     */
    public record DomainRow(
            String id,
            String state,
            long actions,
            long failed,
            long queued,
            long bytesIn,
            long bytesOut,
            long memory,
            Map<String, Double> shares) {}

    private DomainRow domain(DomainReport report) {
        return new DomainRow(
                report.domain().id(),
                String.valueOf(report.domain().state()),
                report.actions(),
                report.failed(),
                report.queued(),
                report.bytesIn(),
                report.bytesOut(),
                report.instanceBytes(),
                shares(log.number(report.domain().id())));
    }

    /** Returns the shares of a domain: no work if no event concerns it. */
    Map<String, Double> shares(int domain) {
        DomainTime time =
                use.domains().stream()
                        .filter(one -> one.domain() == domain && one.all() > 0)
                        .findFirst()
                        .orElse(null);
        Map<String, Double> shares = new LinkedHashMap<>();
        for (TimePart part : TimePart.values()) {
            double none = part == TimePart.NONE ? 1 : 0;
            double known = time == null ? none : time.share(part);
            String name = part.name().toLowerCase(Locale.ROOT);
            shares.put(name, domain == Events.NOWHERE ? Double.NaN : known);
        }
        return shares;
    }

    /**
     * Returns the lanes in a time window.
     *
     * @param from nanoseconds since the log began
     * @param to later than that
     * @param columns at most 2,000
     * @return for each lane shares in percent and names, column by column
     */
    public synchronized Map<String, Object> lanes(long from, long to, int columns) {
        int width = Math.clamp(columns, 1, MOST_COLUMNS);
        long end = Math.max(to, from + width);
        Map<Integer, String> names = new LinkedHashMap<>();
        List<Map<String, Object>> rows = new ArrayList<>();
        log.lanes.forEach(
                (key, lane) -> {
                    int[][] share = new int[LaneHistory.Use.values().length][width];
                    int[] name = new int[width];
                    lane.read(from, end, share, name);
                    for (int number : name) {
                        names.computeIfAbsent(number, log::name);
                    }
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("domain", log.domain(key.domain()));
                    row.put("lane", log.lane(key));
                    row.put("work", share[0]);
                    row.put("move", share[1]);
                    row.put("busy", share[2]);
                    row.put("names", name);
                    rows.add(row);
                });
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("from", from);
        row.put("to", end);
        row.put("latest", log.latest);
        row.put("pauses", pauses.within(from, end));
        row.put("names", names);
        row.put("lanes", rows);
        return row;
    }
}
