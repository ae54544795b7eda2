package org.anabranch.stencil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Measures what other programs do not disturb: repeats what they took processors from. It sees them
 * on Linux only.
 */
public final class OtherPrograms {
    private static final Path COUNTS = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND = 100;
    private static final double SHARE = 0.05;
    private static final double GRAIN_SECONDS = 0.03;
    private static final int ATTEMPTS = 12;

    private int disturbed;

    /** {@return what the first undisturbed attempt gives, or the last one} */
    public <T> T undisturbed(Supplier<T> measurement) {
        for (int attempt = 1; ; attempt++) {
            long start = System.nanoTime();
            double others = seconds();
            T measured = measurement.get();
            double wall = (System.nanoTime() - start) / 1e9;
            others = seconds() - others;
            if (others <= SHARE * wall + GRAIN_SECONDS || attempt == ATTEMPTS) {
                disturbed += others > SHARE * wall + GRAIN_SECONDS ? 1 : 0;
                return measured;
            }
        }
    }

    /** {@return measurements taken although disturbed} */
    public int disturbed() {
        return disturbed;
    }

    /** Processor time of all programs but this one. */
    private static double seconds() {
        if (!Files.isReadable(COUNTS)) {
            return 0;
        }
        try {
            String[] counts = Files.readAllLines(COUNTS).getFirst().split(" +");
            double busy = 0;
            for (int i : new int[] {1, 2, 3, 6, 7}) { // user, nice, system, interrupts
                busy += Long.parseLong(counts[i]) / TICKS_PER_SECOND;
            }
            Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
            return busy - own.toNanos() / 1e9;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
