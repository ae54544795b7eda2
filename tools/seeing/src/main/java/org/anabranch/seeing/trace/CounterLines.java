package org.anabranch.seeing.trace;

import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Events;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Track;
import org.anabranch.seeing.text.JsonOutput;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counters of a trace: running and waiting actions of each domain, and bytes in transfer. Each
 * is written when it changes, at most {@value #STEPS} times.
 */
final class CounterLines {
    private static final int STEPS = 1000;
    private static final int FIRST_DOMAIN = 2;

    private final RunModel run;
    private final JsonOutput json;
    private final Map<Integer, long[]> running = new TreeMap<>();
    private final Map<Integer, long[]> waiting = new TreeMap<>();
    private final long[] moving = new long[STEPS + 1];
    private final long[] none = new long[STEPS + 1];

    CounterLines(RunModel run, JsonOutput json) {
        this.run = run;
        this.json = json;
    }

    void write() throws IOException {
        for (Track track : run.tracks()) {
            for (Slice slice : track.slices()) {
                if (slice.sort() == Slice.Sort.TRANSFER) {
                    add(moving, slice.start(), slice.end(), slice.row().bytes());
                }
            }
        }
        for (ActionRow row : run.actions()) {
            if (row.sort() != ActionSort.TRANSFER && row.domain() != Events.NOWHERE) {
                count(running, row.domain(), row.started(), row.ended());
                count(waiting, row.domain(), row.submitted(), row.started());
            }
        }
        for (Map.Entry<Integer, long[]> one : running.entrySet()) {
            long[] queued = waiting.getOrDefault(one.getKey(), none);
            lines(
                    FIRST_DOMAIN + one.getKey(),
                    "actions",
                    "running",
                    one.getValue(),
                    "waiting for a lane",
                    queued);
        }
        lines(1, "bytes under way", "bytes", moving, null, none);
    }

    private void count(Map<Integer, long[]> counts, int domain, long from, long to) {
        if (from != ActionRow.UNKNOWN) {
            long until = to == ActionRow.UNKNOWN ? run.end() : to;
            add(counts.computeIfAbsent(domain, key -> new long[STEPS + 1]), from, until, 1);
        }
    }

    private void add(long[] changes, long from, long to, long amount) {
        changes[step(from)] += amount;
        changes[step(to)] -= amount;
    }

    /** Returns the first step at or after a time. */
    private int step(long time) {
        double share = (double) (time - run.start()) / run.wall();
        return (int) Math.ceil(Math.clamp(share, 0.0, 1.0) * STEPS);
    }

    private void lines(
            int process, String name, String first, long[] one, String second, long[] other)
            throws IOException {
        long a = 0;
        long b = 0;
        for (int step = 0; step <= STEPS; step++) {
            a += one[step];
            b += other[step];
            if (one[step] != 0 || other[step] != 0) {
                json.raw(",\n{\"ph\":\"C\",\"pid\":").number(process).raw(",\"ts\":");
                json.micros(Math.round((double) run.wall() / STEPS * step));
                json.raw(",\"name\":").string(name).raw(",\"args\":{").string(first);
                json.raw(":").number(a);
                if (second != null) {
                    json.raw(",").string(second).raw(":").number(b);
                }
                json.raw("}}");
            }
        }
    }
}
