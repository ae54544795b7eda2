package org.anabranch.console.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The periods without a recording, when no client was connected and no job ran. The first begins
 * with the log. The last {@value #MOST} are kept separately. Times are since the log began.
 */
final class RecordingPauses {
    static final int MOST = 32;

    private final Deque<long[]> last = new ArrayDeque<>();
    private long began;
    private boolean paused = true;
    private long since = -1;
    private long number;
    private long nanos;

    void clear() {
        last.clear();
        began = 0;
        paused = true;
        since = -1;
        number = 0;
        nanos = 0;
    }

    void begin(long time) {
        began = time;
        paused = true;
    }

    void end(long time) {
        if (!paused) {
            return;
        }
        paused = false;
        last.addLast(new long[] {began, time});
        if (last.size() > MOST) {
            last.removeFirst();
        }
        if (since < 0) {
            since = time;
        } else {
            number++;
            nanos += time - began;
        }
    }

    /** {@return their total duration from a time on, as far as they are kept} */
    long nanosAfter(long from) {
        return last.stream().mapToLong(one -> Math.max(0, one[1] - Math.max(one[0], from))).sum();
    }

    /** {@return begins and ends of the pauses that overlap a window} */
    List<List<Long>> within(long from, long to) {
        return last.stream()
                .filter(one -> one[1] > from && one[0] < to)
                .map(one -> List.of(one[0], one[1]))
                .toList();
    }

    /**
     * {@return the time from which the tables count, and number and total duration of the pauses
     * since then}
     */
    Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("since", since < 0 ? null : since);
        row.put("pauses", number);
        row.put("nanos", nanos);
        return row;
    }
}
