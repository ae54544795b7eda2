package org.anabranch.examples.job;

import org.anabranch.api.Progress;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * A stopwatch for one computation that also reports its progress from time to time. Not
 * thread-safe.
 */
public final class Stopwatch {
    private static final long NANOS_BETWEEN_LINES = 2_000_000_000L;

    private final PrintWriter progress;
    private final long start = System.nanoTime();
    private long lastLine = start;

    /**
     * Starts the measurement.
     *
     * @param progress for short lines
     */
    public Stopwatch(PrintWriter progress) {
        this.progress = progress;
    }

    /** {@return seconds since the start} */
    public double seconds() {
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * Reports the progress: to a tool that displays it, or in a line every two seconds.
     *
     * @param what the unit
     * @param done number of units done
     * @param all number of units in all
     */
    public void step(String what, long done, long all) {
        if (progress instanceof Progress shown) {
            shown.reached(what, done, all);
            return;
        }
        long now = System.nanoTime();
        if (now - lastLine < NANOS_BETWEEN_LINES) {
            return;
        }
        lastLine = now;
        progress.println(
                String.format(Locale.ROOT, "%s: %d of %d, %.1f s", what, done, all, seconds()));
        progress.flush();
    }
}
