package org.anabranch.launch;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The activity of this process, seen from look to look: classes that were loaded, and processor
 * time of its threads. The thread that looks does not count.
 */
final class Activity implements BooleanSupplier {
    /**
     * Part of the patience that the threads must use to count as active. Threads that wait, or
     * poll, use less; a thread that competes with a hundred others for two processors uses as much.
     */
    private static final double LEAST = 0.02;

    private final long least;
    private final ClassLoadingMXBean loading = ManagementFactory.getClassLoadingMXBean();
    private final ThreadMXBean threads;
    private long classes;
    private long used;

    private Activity(ThreadMXBean threads, Duration patience) {
        this.threads = threads;
        this.least = (long) (LEAST * patience.toNanos());
    }

    /** Returns what looks at classes and at the processor time of all threads. */
    static Activity ofProcess(Duration patience) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        return new Activity(bean.isThreadCpuTimeSupported() ? bean : null, patience);
    }

    /** Returns what looks at classes alone: in a program whose other threads may be busy. */
    static Activity ofClassLoading() {
        return new Activity(null, Duration.ZERO);
    }

    @Override
    public boolean getAsBoolean() {
        long loaded = loading.getTotalLoadedClassCount();
        long time = threads == null ? 0 : processorTime();
        boolean active = loaded != classes || threads != null && time - used >= least;
        if (active) {
            classes = loaded;
            used = time;
        }
        return active;
    }

    /** A thread that has ended takes its time along; the sum may fall, and then begins again. */
    private long processorTime() {
        long sum = 0;
        for (long id : threads.getAllThreadIds()) {
            if (id != Thread.currentThread().threadId()) {
                sum += Math.max(0, threads.getThreadCpuTime(id));
            }
        }
        used = Math.min(used, sum);
        return sum;
    }
}
