package org.anabranch.events;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The summation of the lane times of one domain. First each lane is reduced to its innermost
 * slices; then a sweep over the changes of all lanes and of the waiting actions adds up the parts.
 */
final class LaneSums {
    private static final int WORK = 0;
    private static final int MOVING = 1;
    private static final int WAITING = 2;
    private static final int AROUND = 3;
    private static final int QUEUED = 4;
    private static final int FOR_DATA = 5;
    private static final int COUNTS = 6;

    private final long start;
    private final long end;
    private final boolean host;
    private int lanes;
    private long work;
    private long tasks;
    private long actions;
    private long ran;
    private final Map<Integer, List<long[]>> spans = new HashMap<>();
    private final List<long[]> changes = new ArrayList<>();
    private final Map<Integer, Long> lastEnds = new HashMap<>();
    private final List<ActionRow> unfinished = new ArrayList<>();

    LaneSums(long start, long end, boolean host, int lanes) {
        this.start = start;
        this.end = end;
        this.host = host;
        this.lanes = lanes;
    }

    LaneSums span(Kind kind, int lane, long from, long to) {
        int what = kind == Kind.BUSY ? AROUND : kind == Kind.WAIT ? WAITING : WORK;
        spans.computeIfAbsent(lane, key -> new ArrayList<>()).add(new long[] {from, to, what});
        if (!host || lane < Events.FIRST_SPARE) {
            lanes = Math.max(lanes, lane + 1);
        }
        if (kind == Kind.PIECE) {
            work += to - from;
            actions++;
        }
        return this;
    }

    void began(long number) {
        tasks += number;
    }

    void action(ActionRow row, boolean forData) {
        boolean moves = row.sort() == ActionSort.TRANSFER;
        long since = row.ready() == ActionRow.UNKNOWN ? row.enqueued() : row.ready();
        long over = row.ended() == ActionRow.UNKNOWN ? end : row.ended();
        boolean began = row.started() != ActionRow.UNKNOWN;
        if (began && row.lane() != Events.NOWHERE) {
            ran(row, row.started(), over);
            lastEnds.merge(row.lane(), over, Math::max);
        } else if (!began && over == end && !host && row.lane() != Events.NOWHERE) {
            unfinished.add(row);
            over = row.submitted();
        }
        if (!moves) {
            change(QUEUED, row.submitted(), began ? row.started() : over);
        }
        if (forData && !moves) {
            change(FOR_DATA, since, row.submitted() == ActionRow.UNKNOWN ? over : row.submitted());
        }
    }

    private void ran(ActionRow row, long from, long to) {
        boolean moves = row.sort() == ActionSort.TRANSFER;
        span(Kind.ENDED, row.lane(), from, to);
        if (moves) {
            spans.get(row.lane()).getLast()[2] = MOVING;
        } else {
            actions++;
        }
        work += to - from;
    }

    /**
     * Adds the actions that devices have not ended: the log has only the ends of device operations.
     * As lanes run in order, the oldest action of each lane is running, and the others are queued.
     */
    private void goesOn() {
        Map<Integer, ActionRow> first = new HashMap<>();
        for (ActionRow row : unfinished) {
            first.merge(row.lane(), row, (a, b) -> a.submitted() <= b.submitted() ? a : b);
        }
        for (ActionRow row : unfinished) {
            if (first.get(row.lane()).action() != row.action()) {
                change(QUEUED, row.submitted(), end);
                continue;
            }
            long free = lastEnds.getOrDefault(row.lane(), row.submitted());
            long from = Math.min(end, Math.max(free, row.submitted()));
            ran(row, from, end);
            change(QUEUED, row.submitted(), from);
        }
    }

    private void change(int what, long from, long to) {
        if (from != ActionRow.UNKNOWN && to != ActionRow.UNKNOWN && from < to) {
            changes.add(new long[] {Math.clamp(from, start, end), what, 1});
            changes.add(new long[] {Math.clamp(to, start, end), what, -1});
        }
    }

    DomainTime sum(int domain) {
        goesOn();
        long extra = 0;
        long busiest = 0;
        for (Map.Entry<Integer, List<long[]>> lane : spans.entrySet()) {
            ran = 0;
            long used = flatten(lane.getValue());
            if (host && lane.getKey() >= Events.FIRST_SPARE) {
                extra += used;
            } else {
                busiest = Math.max(busiest, ran);
            }
        }
        long[] sums = sweep();
        long total = lanes * (end - start) + extra;
        boolean onlyActions = tasks <= actions;
        long busy = sums[WORK] + (onlyActions ? 0 : sums[AROUND]);
        long overhead = sums[QUEUED] + (onlyActions ? sums[AROUND] : 0);
        long none = total - busy - sums[MOVING] - sums[FOR_DATA] - overhead;
        return new DomainTime(
                domain, lanes, busy, sums[MOVING], sums[FOR_DATA], overhead, none, work, busiest);
    }

    /** Reduces nested spans to changes of the innermost one; returns the time that is used. */
    private long flatten(List<long[]> lane) {
        lane.sort(
                (a, b) ->
                        a[0] != b[0]
                                ? Long.compare(a[0], b[0])
                                : a[1] != b[1]
                                        ? Long.compare(b[1], a[1])
                                        : Long.compare(b[2], a[2]));
        List<long[]> open = new ArrayList<>();
        long at = start;
        long used = 0;
        for (long[] span : lane) {
            while (!open.isEmpty() && open.getLast()[1] <= span[0]) {
                long[] over = open.removeLast();
                used += piece(over, at, over[1]);
                at = Math.max(at, over[1]);
            }
            if (!open.isEmpty()) {
                used += piece(open.getLast(), at, span[0]);
            }
            at = Math.max(at, span[0]);
            open.add(span);
        }
        while (!open.isEmpty()) {
            long[] over = open.removeLast();
            used += piece(over, at, over[1]);
            at = Math.max(at, over[1]);
        }
        return used;
    }

    private long piece(long[] span, long from, long until) {
        boolean idle = span[2] == WAITING;
        long to = Math.min(until, end);
        if (to <= from || idle) {
            return 0;
        }
        changes.add(new long[] {from, span[2], 1});
        changes.add(new long[] {to, span[2], -1});
        ran += span[2] == WORK ? to - from : 0;
        return to - from;
    }

    private long[] sweep() {
        changes.sort((a, b) -> Long.compare(a[0], b[0]));
        long[] now = new long[COUNTS];
        long[] sums = new long[COUNTS];
        long at = start;
        for (long[] change : changes) {
            add(sums, now, change[0] - at);
            at = change[0];
            now[(int) change[1]] += change[2];
        }
        add(sums, now, end - at);
        return sums;
    }

    private void add(long[] sums, long[] now, long time) {
        long idle = Math.max(0, lanes - now[WORK] - now[MOVING] - now[AROUND]);
        long queued = Math.min(idle, now[QUEUED]);
        long forData = Math.min(idle - queued, now[FOR_DATA]);
        long[] lanesNow = now.clone();
        lanesNow[QUEUED] = queued;
        lanesNow[FOR_DATA] = forData;
        Arrays.setAll(sums, i -> sums[i] + lanesNow[i] * time);
    }
}
