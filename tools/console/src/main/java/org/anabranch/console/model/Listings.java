package org.anabranch.console.model;

import org.anabranch.api.Monitor;
import org.anabranch.events.ActionPhase;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.OpenAction;
import org.anabranch.events.PathStep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of the page, each with a limit of rows. The rows are records, whose components are the
 * names that the page's script reads.
 */
final class Listings {
    private static final int LONGEST_ROWS = 200;
    private static final int LAST_STEPS = 12;

    private Listings() {}

    /** A buffer, with the bytes that are valid in each domain. */
    public record BufferRow(String name, String owner, long bytes, Map<String, Long> valid) {}

    /** A stream or scope, with its oldest action that waits, or null. */
    public record StreamRow(
            String name, String owner, String domain, long pending, WaitingRow oldest) {}

    /** An action that waits, and what it waits for, as far as that is known. */
    public record WaitingRow(
            String name, long age, ActionPhase phase, String waitsFor, ActionPhase waitsForPhase) {

        static WaitingRow of(OpenAction action, long now) {
            ActionRow row = action.row();
            ActionRow blocker = action.blocker().map(OpenAction::row).orElse(null);
            return new WaitingRow(
                    row.name(),
                    Math.max(0, now - row.enqueued()),
                    row.phase(),
                    blocker == null ? null : blocker.name(),
                    blocker == null ? null : blocker.phase());
        }
    }

    /** A stalled kernel or task. */
    public record StallRow(String domain, String what, long nanos) {}

    /** Steps of a path: the runs of a kernel in a domain. */
    public record StepRow(String name, String domain, long n, long nanos) {

        static StepRow of(ActionRow row, LogModel log) {
            return new StepRow(row.name(), log.domain(row.domain()), 1, row.runNanos());
        }

        StepRow plus(StepRow more) {
            return new StepRow(name, domain, n + more.n, nanos + more.nanos);
        }
    }

    /**
     * The critical path: its length, the number of its steps and of those that are kept, the kept
     * ones by kernel with the longest first, its last steps.
     */
    public record ChainRow(
            long steps, long nanos, long kept, List<StepRow> groups, List<StepRow> last) {}

    static List<BufferRow> buffers(Monitor monitor) {
        List<BufferRow> rows = new ArrayList<>();
        for (Monitor.BufferReport buffer : monitor.buffers()) {
            if (rows.size() < LONGEST_ROWS) {
                Map<String, Long> valid = new LinkedHashMap<>();
                buffer.validBytes().forEach(one -> valid.put(one.domain(), one.bytes()));
                long bytes = buffer.shape().bytes();
                rows.add(new BufferRow(buffer.name(), buffer.owner(), bytes, valid));
            }
        }
        return rows;
    }

    static List<StreamRow> streams(Monitor monitor, LogModel log) {
        Map<Long, WaitingRow> oldest = new HashMap<>();
        Map<Long, Long> pending = new LinkedHashMap<>();
        for (OpenAction action : log.totals.actions().open()) { // in the order of enqueuing
            ActionRow row = action.row();
            if (row.owner() != 0 && row.sort() != ActionSort.TRANSFER) {
                pending.merge(row.owner(), 1L, Long::sum);
                if (row.phase().compareTo(ActionPhase.RUNNING) < 0) {
                    oldest.computeIfAbsent(row.owner(), owner -> WaitingRow.of(action, log.now()));
                }
            }
        }
        List<StreamRow> rows = new ArrayList<>();
        for (Monitor.StreamReport one : monitor.streams()) {
            long id = one.id();
            pending.remove(id);
            String name = "stream " + id;
            rows.add(new StreamRow(name, one.owner(), one.domain(), one.pending(), oldest.get(id)));
        }
        pending.forEach(
                (owner, count) -> {
                    String name = owner > 0 ? "stream " + owner : "finish " + -owner;
                    rows.add(new StreamRow(name, null, "any", count, oldest.get(owner)));
                });
        return rows.subList(0, Math.min(rows.size(), LONGEST_ROWS));
    }

    static List<StallRow> stalls(Monitor monitor) {
        return monitor.stalls().stream()
                .map(one -> new StallRow(one.domain().id(), one.what(), one.nanos()))
                .toList();
    }

    /** {@return the critical path} */
    static ChainRow chain(LogModel log) {
        PathStep longest = log.totals.longest();
        List<StepRow> kept = longest.actions().stream().map(row -> StepRow.of(row, log)).toList();
        Map<List<String>, StepRow> groups = new LinkedHashMap<>();
        kept.forEach(one -> groups.merge(List.of(one.name, one.domain), one, StepRow::plus));
        return new ChainRow(
                longest.number(),
                longest.length(),
                kept.size(),
                groups.values().stream()
                        .sorted(Comparator.comparingLong(StepRow::nanos).reversed())
                        .limit(LONGEST_ROWS)
                        .toList(),
                kept.subList(Math.max(0, kept.size() - LAST_STEPS), kept.size()));
    }
}
