package org.anabranch.scheduler;

import org.anabranch.spi.support.SettingsReader;

import java.lang.management.ManagementFactory;

/**
 * How an engine runs.
 *
 * @param workers workers of the host, at least 1
 * @param memoryLimit most bytes of host memory for buffers
 * @param drainNanos how long an orderly unplug waits for work under way
 * @param checked whether Java kernels run on copies, and touching what they did not declare is an
 *     error
 * @param traced whether errors name the line that enqueued the action
 * @param stallNanos what runs for longer without an end is said; 0 for nothing
 */
public record EngineSettings(
        int workers,
        long memoryLimit,
        long drainNanos,
        boolean checked,
        boolean traced,
        long stallNanos) {
    private static final long MILLISECOND = 1_000_000;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long MOST_WORKERS = 1024;

    /**
     * Settings under which what runs for ten seconds without an end is said.
     *
     * @param workers workers of the host, at least 1
     * @param memoryLimit most bytes of host memory for buffers
     * @param drainNanos how long an orderly unplug waits for work under way
     * @param checked whether Java kernels run on copies
     * @param traced whether errors name the line that enqueued the action
     */
    public EngineSettings(
            int workers, long memoryLimit, long drainNanos, boolean checked, boolean traced) {
        this(workers, memoryLimit, drainNanos, checked, traced, Pauses.STALL_NANOS);
    }

    /**
     * {@return one worker per processor, half of the machine's memory, five seconds, unchecked,
     * untraced}
     */
    public static EngineSettings defaults() {
        return new EngineSettings(
                Runtime.getRuntime().availableProcessors(),
                share(50),
                5_000_000_000L,
                false,
                false);
    }

    /**
     * What is configured; the ranges are those of {@link Settings}.
     *
     * @param before holds where something is refused
     */
    static EngineSettings of(SettingsReader reader, EngineSettings before) {
        EngineSettings usual = defaults();
        long workers = reader.number("workers", 0, MOST_WORKERS, 0, before.workers);
        long percentBefore = before.memoryLimit / share(1);
        long percent = reader.number("memoryPercent", 1, 95, 50, percentBefore);
        EngineSettings settings =
                new EngineSettings(
                        workers > 0 ? (int) workers : usual.workers,
                        percent != percentBefore ? share(percent) : before.memoryLimit,
                        nanos(reader, "drainMillis", usual.drainNanos, before.drainNanos),
                        reader.flag("checked", false, before.checked),
                        reader.flag("traced", false, before.traced),
                        nanos(reader, "stallMillis", usual.stallNanos, before.stallNanos));
        reader.refuseOthers();
        return settings;
    }

    private static long nanos(SettingsReader reader, String key, long usual, long before) {
        return MILLISECOND
                * reader.number(key, 0, HOUR_MILLIS, usual / MILLISECOND, before / MILLISECOND);
    }

    /** Whether an engine can go on and only follow the change. */
    boolean canBecome(EngineSettings next) {
        return workers == next.workers && checked == next.checked;
    }

    /**
     * Changes the number of workers.
     *
     * @param count at least 1
     */
    public EngineSettings withWorkers(int count) {
        return new EngineSettings(count, memoryLimit, drainNanos, checked, traced, stallNanos);
    }

    /** {@return settings with checked mode on} */
    public EngineSettings inCheckedMode() {
        return new EngineSettings(workers, memoryLimit, drainNanos, true, traced, stallNanos);
    }

    /** {@return settings with which errors name lines} */
    public EngineSettings inTracedMode() {
        return new EngineSettings(workers, memoryLimit, drainNanos, checked, true, stallNanos);
    }

    /**
     * Changes after what time it is said that something does not end.
     *
     * @param nanos the time; 0 for never
     */
    public EngineSettings sayingStallsAfter(long nanos) {
        return new EngineSettings(workers, memoryLimit, drainNanos, checked, traced, nanos);
    }

    private static long share(long percent) {
        long machine =
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : Runtime.getRuntime().maxMemory();
        return machine / 100 * percent;
    }
}
