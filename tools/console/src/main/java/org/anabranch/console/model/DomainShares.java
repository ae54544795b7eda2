package org.anabranch.console.model;

import org.anabranch.api.Monitor.DomainReport;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one domain did with its time in the last minute: five shares that add up to one. Busy time
 * is the monitor's; what a domain does not use is put down to what its actions waited for when it
 * was looked at.
 */
final class DomainShares {
    private static final int LOOKS = 120;

    /** Nanoseconds between two looks, over all lanes. */
    private record Look(double busy, double move, double data, double none, double overhead) {}

    private final Deque<Look> looks = new ArrayDeque<>();
    private DomainReport before;
    private long moveBefore;

    /** How many actions wait for what. */
    record Waiting(long order, long data, long lane) {}

    /**
     * Looks again.
     *
     * @param now the monitor's report
     * @param moveNanos time of transfers in its lanes so far
     * @param lanes how many it has
     * @param nanos since the last look
     * @param waiting actions bound to it
     */
    void look(DomainReport now, long moveNanos, int lanes, long nanos, Waiting waiting) {
        DomainReport earlier = before;
        before = now;
        double move = moveNanos - moveBefore;
        moveBefore = moveNanos;
        if (earlier == null) {
            return;
        }
        if (now.busyNanos() < earlier.busyNanos()) { // one that was lost and came again
            looks.clear();
            return;
        }
        double all = Math.max(1.0, (double) lanes * nanos);
        double busy = Math.min(all, now.busyNanos() - earlier.busyNanos());
        move = Math.min(move, busy);
        double idle = all - busy;
        boolean lane = waiting.lane > 0;
        boolean data = !lane && waiting.data > 0;
        looks.addLast(
                new Look(
                        busy - move,
                        move,
                        data ? idle : 0,
                        lane || data ? 0 : idle,
                        lane ? idle : 0));
        if (looks.size() > LOOKS) {
            looks.removeFirst();
        }
    }

    /** {@return the shares by name; all unknown if it was looked at only once} */
    Map<String, Object> row() {
        double busy = 0;
        double move = 0;
        double data = 0;
        double none = 0;
        double overhead = 0;
        for (Look look : looks) {
            busy += look.busy;
            move += look.move;
            data += look.data;
            none += look.none;
            overhead += look.overhead;
        }
        double all = busy + move + data + none + overhead; // 0 gives NaN, which is unknown
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("busy", busy / all);
        row.put("transfer", move / all);
        row.put("data", data / all);
        row.put("none", none / all);
        row.put("overhead", overhead / all);
        return row;
    }
}
