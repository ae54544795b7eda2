package org.anabranch.examples.job;

import org.anabranch.api.Progress;

import java.io.PrintWriter;
import java.util.Locale;

/** Measures one computation and says now and then how far it is. Not safe for several threads. */
public final class Stopwatch {
    private static final long NANOS_BETWEEN_LINES = 2_000_000_000L;

    private final PrintWriter progress;
    private final long start = System.nanoTime();
    private long lastLine = start;

    /**
     * Starts.
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
     * Says how far the computation is: to whoever shows that, or in a line every two seconds.
     *
     * @param what what is done
     * @param done how much of it
     * @param all how much there is
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
