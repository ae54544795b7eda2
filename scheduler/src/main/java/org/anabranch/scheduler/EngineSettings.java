package org.anabranch.scheduler;

import org.anabranch.spi.support.RecordCopy;

import java.lang.management.ManagementFactory;

import javax.management.JMException;

/**
 * The settings of an engine.
 *
 * @param workers workers of the host, at least 1
 * @param memoryLimit most bytes of host memory for buffers
 * @param drainNanos drain time: how long an orderly removal waits for work under way
 * @param checked true to run Java kernels on copies, and to report undeclared accesses as errors
 * @param traced true if errors name the line that enqueued the action
 * @param stallNanos the time after which a running kernel or task is reported as stalled; 0 for
 *     never
 * @param eventBytes memory for events while they are recorded; 0 for a default that depends on the
 *     heap
 * @param blockedWorkers number of tasks that may wait at a time within their bodies, at least 1
 * @param shares what a program has of workers and memory while others want some, too
 */
public record EngineSettings(
        int workers,
        long memoryLimit,
        long drainNanos,
        boolean checked,
        boolean traced,
        long stallNanos,
        long eventBytes,
        int blockedWorkers,
        Shares shares) {
    private static final long MILLISECOND = 1_000_000;
    private static final int BLOCKED_WORKERS = 250_000;

    /**
     * The share of a program while others want workers or memory, too.
     *
     * @param workers percent of the workers that it gets at least, 1 to 100; 0 for an even share
     * @param memory percent of the limit of host memory that it gets at most, 1 to 100; 0 for an
     *     even share
     */
    public record Shares(int workers, int memory) {
        /** As much for each program. */
        public static final Shares EVEN = new Shares(0, 0);
    }

    /**
     * Creates settings under which kernels and tasks are reported as stalled after ten seconds.
     *
     * @param workers workers of the host, at least 1
     * @param memoryLimit most bytes of host memory for buffers
     * @param drainNanos drain time: how long an orderly removal waits for work under way
     * @param checked true to run Java kernels on copies
     * @param traced true if errors name the line that enqueued the action
     */
    public EngineSettings(
            int workers, long memoryLimit, long drainNanos, boolean checked, boolean traced) {
        this(
                workers,
                memoryLimit,
                drainNanos,
                checked,
                traced,
                EngineTuning.STALL_NANOS,
                0,
                BLOCKED_WORKERS,
                Shares.EVEN);
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

    /** Returns the settings of an operator. */
    static EngineSettings of(Settings set) {
        return new EngineSettings(
                set.workers() > 0 ? set.workers() : defaults().workers,
                share(set.memoryPercent()),
                MILLISECOND * set.drainMillis(),
                set.checked(),
                set.traced(),
                MILLISECOND * set.stallMillis(),
                (long) set.eventMebibytes() << 20,
                set.blockedWorkers(),
                new Shares(set.workerSharePercent(), set.memorySharePercent()));
    }

    /**
     * Changes the number of workers.
     *
     * @param count at least 1
     */
    public EngineSettings withWorkers(int count) {
        return RecordCopy.with(this, "workers", count);
    }

    /** {@return settings with checked mode on} */
    public EngineSettings inCheckedMode() {
        return RecordCopy.with(this, "checked", true);
    }

    /** {@return settings with which errors name lines} */
    public EngineSettings inTracedMode() {
        return RecordCopy.with(this, "traced", true);
    }

    /**
     * Changes the time after which stalls are reported.
     *
     * @param nanos the time; 0 for never
     */
    public EngineSettings sayingStallsAfter(long nanos) {
        return RecordCopy.with(this, "stallNanos", nanos);
    }

    /**
     * Changes how much memory events have while they are recorded.
     *
     * @param bytes for all rings together; 0 for as much as suits the heap
     */
    public EngineSettings withEventBytes(long bytes) {
        return RecordCopy.with(this, "eventBytes", bytes);
    }

    /**
     * Changes how many tasks may wait at a time within their bodies.
     *
     * @param count at least 1
     */
    public EngineSettings withBlockedWorkers(int count) {
        return RecordCopy.with(this, "blockedWorkers", count);
    }

    /**
     * Changes the shares of programs.
     *
     * @param next of workers and memory
     */
    public EngineSettings withShares(Shares next) {
        return RecordCopy.with(this, "shares", next);
    }

    private static long share(long percent) {
        return machineMemory() / 100 * percent;
    }

    /** Reads the attribute by name: not every framework exports the package of the bean's type. */
    private static long machineMemory() {
        try {
            return (long)
                    ManagementFactory.getPlatformMBeanServer()
                            .getAttribute(
                                    ManagementFactory.getOperatingSystemMXBean().getObjectName(),
                                    "TotalMemorySize");
        } catch (JMException missing) {
            return Runtime.getRuntime().maxMemory(); // a JDK without this attribute
        }
    }
}
