package org.anabranch.benchmarks.dense;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The processor time used by all processes, and by this one.
 *
 * @param busyNanos of all processors, including other systems on the machine
 * @param ownNanos of this process
 */
record Processors(long busyNanos, long ownNanos) {
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final int IDLE = 4;
    private static final int WAITING = 5;
    private static final int STOLEN = 8;

    static Processors now() {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/stat"));
            String[] words = lines.getFirst().strip().split("\\s+");
            long ticks = 0;
            for (int i = 1; i <= STOLEN; i++) {
                ticks += i == IDLE || i == WAITING ? 0 : Long.parseLong(words[i]);
            }
            OperatingSystemMXBean system =
                    (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            return new Processors(ticks * NANOS_PER_TICK, system.getProcessCpuTime());
        } catch (IOException unreadable) {
            return new Processors(0, 0); // not Linux: unknown
        }
    }

    /** Returns the fraction of processor time that other processes have used since then. */
    double othersUntilNow(double seconds) {
        Processors now = now();
        double others = now.busyNanos - busyNanos - (double) (now.ownNanos - ownNanos);
        return others / 1e9 / seconds / Runtime.getRuntime().availableProcessors();
    }
}
