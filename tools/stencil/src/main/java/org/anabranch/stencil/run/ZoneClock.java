package org.anabranch.stencil.run;

import org.anabranch.api.Event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An estimate of the time that the kernels of one zone take, from when each could begin and when it
 * ended. Of two that ended one after the other, the later one had the domain from the end of the
 * earlier one at most.
 */
final class ZoneClock {
    private final List<Run> runs = new ArrayList<>();
    private long last;
    private double busyNanos;
    private long cells;

    /** The time of an end; 0 before. */
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

    /** Records the enqueuing of a launch, which begins after these ends. */
    void launched(Event event, List<Stamp> after, long launchedCells) {
        runs.add(new Run(System.nanoTime(), List.copyOf(after), new Stamp(event), launchedCells));
    }

    /** Accounts for all launches that have ended. */
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

    /** {@return the number of launches not accounted for yet} */
    int open() {
        return runs.size();
    }

    double busySeconds() {
        return busyNanos / 1e9;
    }

    /** {@return cells per second, or 0 if unknown} */
    double speed() {
        return busyNanos == 0 ? 0 : cells / busySeconds();
    }

    /** Resets the measurement. */
    void restart() {
        busyNanos = 0;
        cells = 0;
    }
}
