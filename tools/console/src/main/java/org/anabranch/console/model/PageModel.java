package org.anabranch.console.model;

import org.anabranch.api.JobRuns;
import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.DomainReport;
import org.anabranch.events.Clock;
import org.anabranch.events.Events;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The model of the page for a scheduler. Thread-safe. */
public final class PageModel {
    private static final int MOST_COLUMNS = 2000;

    private final RecordingPauses pauses = new RecordingPauses();
    private LogModel log = new LogModel();
    private RecentTime recent = new RecentTime();
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
        log.live.clear();
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
        recent.add(events);
    }

    /** Reads the totals; called about twice a second. */
    public synchronized void look(Monitor monitor, long heap) {
        long now = System.nanoTime();
        long nanos = now - since;
        since = now;
        List<DomainReport> before = reports;
        reports = monitor.domains();
        List<Monitor.WorkerReport> workers = monitor.workers();
        recent.look(
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
        List<Map<String, Object>> domains = reports.stream().map(this::domain).toList();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("sentence", PageVerdict.sentence(domains, running, recent.span(), log));
        row.put("domains", domains);
        row.put("span", recent.span());
        row.put("causes", PageVerdict.causes(domains, log));
        row.put("series", series.row());
        row.put("kernels", kernels());
        row.put("transfers", transfers());
        row.put("buffers", monitor == null ? List.of() : Listings.buffers(monitor));
        row.put("streams", monitor == null ? List.of() : Listings.streams(monitor, log));
        row.put("graph", log.graph.row());
        row.put("chain", Listings.chain(log));
        long first = Math.min(log.first, log.latest);
        row.put("wall", log.latest - first - pauses.nanosAfter(first));
        row.put("recorded", pauses.row());
        row.put("failures", Listings.failures(log.failures));
        row.put("changes", Listings.failures(log.changes));
        row.put("failed", log.failed);
        row.put("stalls", monitor == null ? List.of() : Listings.stalls(monitor));
        row.put("made", log.made);
        row.put("lost", log.lost);
        row.put("steals", log.steals);
        row.put("notFollowed", log.notFollowed);
        row.put("latest", log.latest);
        return row;
    }

    private Map<String, Object> domain(DomainReport report) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", report.domain().id());
        row.put("state", report.domain().state());
        row.put("actions", report.actions());
        row.put("failed", report.failed());
        row.put("queued", report.queued());
        row.put("bytesIn", report.bytesIn());
        row.put("bytesOut", report.bytesOut());
        row.put("memory", report.instanceBytes());
        row.put("shares", recent.row(log.number(report.domain().id())));
        return row;
    }

    private List<Map<String, Object>> kernels() {
        List<Map<String, Object>> rows = new ArrayList<>();
        log.kernels.forEach(
                (key, durations) -> {
                    Map<String, Object> row = durations.row();
                    row.put("name", key.name());
                    row.put("domain", log.domain(key.domain()));
                    rows.add(row);
                });
        rows.sort((a, b) -> Long.compare((long) b.get("nanos"), (long) a.get("nanos")));
        return rows;
    }

    private List<Map<String, Object>> transfers() {
        List<Map<String, Object>> rows = new ArrayList<>();
        log.moved.forEach(
                (way, all) -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("from", log.domain(way.from()));
                    row.put("to", log.domain(way.to()));
                    row.put("n", all.count);
                    row.put("bytes", all.bytes);
                    row.put("nanos", all.nanos);
                    rows.add(row);
                });
        return rows;
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
