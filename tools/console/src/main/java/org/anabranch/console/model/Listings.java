package org.anabranch.console.model;

import org.anabranch.api.Monitor;
import org.anabranch.console.model.LiveAction.Phase;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables of the page, each with a limit of rows. */
final class Listings {
    private static final int LONGEST_ROWS = 200;

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
        for (LiveAction action : log.live.values()) { // in the order in which they were enqueued
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
                        rows.add(owner(name, "any", count, oldest.get(owner), log.latest));
                    }
                });
        return rows;
    }

    private static Map<String, Object> owner(
            String name, String domain, long pending, LiveAction waits, long now) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", name);
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
}
