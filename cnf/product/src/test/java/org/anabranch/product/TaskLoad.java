package org.anabranch.product;

import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A plug-in with a job of very many small tasks, all at once or so many a second; with 0 of them it
 * says what the process takes, after a collection.
 */
public final class TaskLoad implements BundleActivator, Job {
    static final String THERE = "load is there";

    private static final int SPINS = 2000;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long TICKS = TimeUnit.SECONDS.toNanos(1) / TICK_NANOS;

    private final AtomicLong done = new AtomicLong();

    @Override
    public void start(BundleContext context) {
        context.registerService(Job.class, this, null);
        System.out.println(THERE); // a command before that would be wrong, and end the shell
    }

    @Override
    public void stop(BundleContext context) {}

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String usage() {
        return "load TASKS [A SECOND]";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        long tasks = Long.parseLong(arguments.getFirst());
        if (tasks == 0) {
            return new Report(true, footprint(), 0, 0, Map.of());
        }
        long began = System.currentTimeMillis();
        long before = done.get();
        if (arguments.size() == 1) {
            burst(platform, tasks);
        } else {
            paced(platform, tasks, Long.parseLong(arguments.get(1)));
        }
        boolean all = done.get() - before == tasks;
        return new Report(all, "load began " + began + " end", 0, 0, Map.of());
    }

    private void burst(Platform platform, long tasks) {
        long each = 1000;
        try (Finish finish = platform.finish()) {
            for (long first = 0; first < tasks; first += each) {
                long number = Math.min(each, tasks - first);
                finish.async(() -> many(platform, number));
            }
        }
    }

    private void many(Platform platform, long number) {
        try (Finish finish = platform.finish()) {
            for (long i = 0; i < number; i++) {
                finish.async("unit", this::unit);
            }
        }
    }

    /** A hundred bunches a second. */
    private void paced(Platform platform, long tasks, long perSecond) {
        long begin = System.nanoTime();
        for (long tick = 0, first = 0; first < tasks; tick++) {
            long number = Math.min(Math.max(1, perSecond / TICKS), tasks - first);
            many(platform, number);
            first += number;
            long left = begin + (tick + 1) * TICK_NANOS - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** Some microseconds. */
    private void unit() {
        double x = 1;
        for (int i = 0; i < SPINS; i++) {
            x = x * 0.999 + 0.5;
        }
        if (x > 0) {
            done.incrementAndGet();
        }
    }

    private static String footprint() {
        System.gc();
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        return "load heap " + heap + " threads " + threads + " end";
    }
}
