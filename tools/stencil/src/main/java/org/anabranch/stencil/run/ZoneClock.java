package org.anabranch.stencil.run;

import org.anabranch.api.Event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates how long the kernels of one zone take, from when each could begin and when it ended: of
 * two that ended one after the other, the later had the domain from the end of the earlier at most.
 */
final class ZoneClock {
    private final List<Run> runs = new ArrayList<>();
    private long last;
    private double busyNanos;
    private long cells;

    /** When something ended; 0 before. */
    static final class Stamp {
        private volatile long nanos;

        Stamp(Event event) {
            event.onSettled(settled -> nanos = System.nanoTime());
        }
    }

    private record Run(long enqueued, List<Stamp> after, Stamp end, long cells) {
        long ready() {
            return after.stream().mapToLong(stamp -> stamp.nanos).reduce(enqueued, Math::max);
        }
    }

    /** A launch was enqueued, to begin after these. */
    void launched(Event event, List<Stamp> after, long launchedCells) {
        runs.add(new Run(System.nanoTime(), List.copyOf(after), new Stamp(event), launchedCells));
    }

    /** Takes account of all that have ended. */
    void settle() {
        List<Run> ended = new ArrayList<>(runs.stream().filter(run -> run.end.nanos != 0).toList());
        runs.removeAll(ended);
        ended.sort(Comparator.comparingLong(run -> run.end.nanos));
        for (Run run : ended) {
            busyNanos += Math.max(0, run.end.nanos - Math.max(last, run.ready()));
            last = Math.max(last, run.end.nanos);
            cells += run.cells;
        }
    }

    /** {@return launches that are not taken account of yet} */
    int open() {
        return runs.size();
    }

    double busySeconds() {
        return busyNanos / 1e9;
    }

    /** {@return cells per second, or 0 if nothing was measured} */
    double speed() {
        return busyNanos == 0 ? 0 : cells / busySeconds();
    }

    /** Forgets what was measured. */
    void restart() {
        busyNanos = 0;
        cells = 0;
    }
}
