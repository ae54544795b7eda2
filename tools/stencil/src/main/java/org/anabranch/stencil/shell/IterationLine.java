package org.anabranch.stencil.shell;

import java.io.PrintStream;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A line of a terminal that is updated while a stencil runs: the number of iterations that have
 * ended, and the time left. It is cleared after the last one.
 */
final class IterationLine implements LongConsumer {
    private static final long INTERVAL_NANOS = 500_000_000;
    private static final long FIRST_NANOS = 2_000_000_000;

    private final PrintStream out;
    private final long iterations;
    private final LongSupplier clock;
    private final long start;
    private long next;
    private int shown;

    IterationLine(PrintStream out, long iterations, LongSupplier clock) {
        this.out = out;
        this.iterations = iterations;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.next = start + FIRST_NANOS;
    }

    @Override
    public void accept(long done) {
        long now = clock.getAsLong();
        if (done >= iterations) {
            show("");
        } else if (now - next >= 0 && done > 0) {
            next = now + INTERVAL_NANOS;
            double left = (now - start) / 1e9 / done * (iterations - done);
            show(
                    "%s of %s iterations, %s s, about %s s left"
                            .formatted(
                                    done,
                                    iterations,
                                    (now - start) / 1_000_000_000,
                                    Math.round(left)));
        }
    }

    private void show(String line) {
        if (shown > 0 || !line.isEmpty()) {
            out.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            out.print(line.isEmpty() ? "\r" : "");
            out.flush();
            shown = line.length();
        }
    }
}
