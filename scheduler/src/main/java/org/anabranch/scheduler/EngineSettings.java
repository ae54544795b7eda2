package org.anabranch.scheduler;

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
 * @param eventBytes memory for events while they are recorded; 0 for as much as suits the heap
 * @param blockedWorkers tasks that may wait at a time within their bodies, at least 1
 */
public record EngineSettings(
        int workers,
        long memoryLimit,
        long drainNanos,
        boolean checked,
        boolean traced,
        long stallNanos,
        long eventBytes,
        int blockedWorkers) {
    private static final long MILLISECOND = 1_000_000;
    private static final int BLOCKED_WORKERS = 250_000;

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
        this(
                workers,
                memoryLimit,
                drainNanos,
                checked,
                traced,
                Pauses.STALL_NANOS,
                0,
                BLOCKED_WORKERS);
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

    /** What an operator has set. */
    static EngineSettings of(Settings set) {
        return new EngineSettings(
                set.workers() > 0 ? set.workers() : defaults().workers,
                share(set.memoryPercent()),
                MILLISECOND * set.drainMillis(),
                set.checked(),
                set.traced(),
                MILLISECOND * set.stallMillis(),
                (long) set.eventMebibytes() << 20,
                set.blockedWorkers());
    }

    /**
     * Changes the number of workers.
     *
     * @param count at least 1
     */
    public EngineSettings withWorkers(int count) {
        return new EngineSettings(
                count,
                memoryLimit,
                drainNanos,
                checked,
                traced,
                stallNanos,
                eventBytes,
                blockedWorkers);
    }

    /** {@return settings with checked mode on} */
    public EngineSettings inCheckedMode() {
        return new EngineSettings(
                workers,
                memoryLimit,
                drainNanos,
                true,
                traced,
                stallNanos,
                eventBytes,
                blockedWorkers);
    }

    /** {@return settings with which errors name lines} */
    public EngineSettings inTracedMode() {
        return new EngineSettings(
                workers,
                memoryLimit,
                drainNanos,
                checked,
                true,
                stallNanos,
                eventBytes,
                blockedWorkers);
    }

    /**
     * Changes after what time it is said that something does not end.
     *
     * @param nanos the time; 0 for never
     */
    public EngineSettings sayingStallsAfter(long nanos) {
        return new EngineSettings(
                workers,
                memoryLimit,
                drainNanos,
                checked,
                traced,
                nanos,
                eventBytes,
                blockedWorkers);
    }

    /**
     * Changes how much memory events have while they are recorded.
     *
     * @param bytes for all rings together; 0 for as much as suits the heap
     */
    public EngineSettings withEventBytes(long bytes) {
        return new EngineSettings(
                workers,
                memoryLimit,
                drainNanos,
                checked,
                traced,
                stallNanos,
                bytes,
                blockedWorkers);
    }

    /**
     * Changes how many tasks may wait at a time within their bodies.
     *
     * @param count at least 1
     */
    public EngineSettings withBlockedWorkers(int count) {
        return new EngineSettings(
                workers, memoryLimit, drainNanos, checked, traced, stallNanos, eventBytes, count);
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
