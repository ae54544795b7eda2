package org.anabranch.console.model;

import org.anabranch.api.Monitor;
import org.anabranch.console.model.LiveAction.Phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of the page, each with a limit of rows. */
final class Listings {
    private static final int LONGEST_ROWS = 200;
    private static final int LAST_STEPS = 12;

    private Listings() {}

    static List<Map<String, Object>> buffers(Monitor monitor) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Monitor.BufferReport buffer : monitor.buffers()) {
            if (rows.size() < LONGEST_ROWS) {
                Map<String, Object> valid = new LinkedHashMap<>();
                buffer.validBytes().forEach(one -> valid.put(one.domain(), one.bytes()));
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("name", buffer.name());
                row.put("owner", buffer.owner());
                row.put("bytes", buffer.shape().bytes());
                row.put("valid", valid);
                rows.add(row);
            }
        }
        return rows;
    }

    static List<Map<String, Object>> streams(Monitor monitor, LogModel log) {
        Map<Long, LiveAction> oldest = new HashMap<>();
        Map<Long, Long> pending = new LinkedHashMap<>();
        for (LiveAction action : log.live.values()) { // in the order of enqueuing
            if (action.owner != 0 && !action.isTransfer()) {
                pending.merge(action.owner, 1L, Long::sum);
                if (action.phase != Phase.RUNNING && action.phase != Phase.ENDED) {
                    oldest.putIfAbsent(action.owner, action);
                }
            }
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Monitor.StreamReport stream : monitor.streams()) {
            if (rows.size() < LONGEST_ROWS) {
                pending.remove((long) stream.id());
                LiveAction waits = oldest.get((long) stream.id());
                rows.add(
                        owner(
                                "stream " + stream.id(),
                                stream.owner(),
                                stream.domain(),
                                stream.pending(),
                                waits,
                                log.latest));
            }
        }
        pending.forEach(
                (owner, count) -> {
                    if (rows.size() < LONGEST_ROWS) {
                        String name = owner > 0 ? "stream " + owner : "finish " + -owner;
                        rows.add(owner(name, null, "any", count, oldest.get(owner), log.latest));
                    }
                });
        return rows;
    }

    private static Map<String, Object> owner(
            String name, String bundle, String domain, long pending, LiveAction waits, long now) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("owner", bundle);
        row.put("domain", domain);
        row.put("pending", pending);
        row.put("oldest", waits == null ? null : waits.name);
        row.put("age", waits == null ? null : Math.max(0, now - waits.enqueued));
        row.put("phase", waits == null ? null : waits.phase);
        LiveAction blocker = waits == null ? null : waits.blocker();
        row.put("waitsFor", blocker == null ? null : blocker.name);
        row.put("waitsForPhase", blocker == null ? null : blocker.phase);
        return row;
    }

    static List<Map<String, Object>> failures(Iterable<LogModel.Failure> all) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (LogModel.Failure failure : all) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("time", failure.time());
            row.put("domain", failure.domain());
            row.put("outcome", failure.outcome());
            row.put("what", failure.what());
            row.put("kernel", failure.kernel());
            rows.add(row);
        }
        return rows;
    }

    static List<Map<String, Object>> stalls(Monitor monitor) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Monitor.StallReport stall : monitor.stalls()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("domain", stall.domain().id());
            row.put("what", stall.what());
            row.put("nanos", stall.nanos());
            rows.add(row);
        }
        return rows;
    }

    /**
     * {@return the critical path: its length, its groups with the longest first, its last steps}
     */
    static Map<String, Object> chain(LogModel log) {
        Map<LogModel.KernelKey, long[]> groups = new LinkedHashMap<>();
        List<Map<String, Object>> last = new ArrayList<>();
        for (Step step = log.longest; step != null; step = step.before()) {
            long[] sum =
                    groups.computeIfAbsent(
                            new LogModel.KernelKey(step.name, step.domain), key -> new long[2]);
            sum[0]++;
            sum[1] += step.nanos;
            if (last.size() < LAST_STEPS) {
                last.addFirst(group(step.name, log.domain(step.domain), 1, step.nanos));
            }
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        groups.forEach(
                (key, sum) ->
                        rows.add(group(key.name(), log.domain(key.domain()), sum[0], sum[1])));
        rows.sort((a, b) -> Long.compare((long) b.get("nanos"), (long) a.get("nanos")));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("steps", log.longest == null ? 0 : log.longest.number);
        row.put("nanos", log.longest == null ? 0 : log.longest.way);
        row.put("kept", groups.values().stream().mapToLong(sum -> sum[0]).sum());
        row.put("groups", rows.subList(0, Math.min(rows.size(), LONGEST_ROWS)));
        row.put("last", last);
        return row;
    }

    private static Map<String, Object> group(String name, String domain, long count, long nanos) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
        row.put("domain", domain);
        row.put("n", count);
        row.put("nanos", nanos);
        return row;
    }
}
