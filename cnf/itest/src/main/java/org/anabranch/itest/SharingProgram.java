package org.anabranch.itest;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The one class of two bundles that share the workers: a service of each starts endless tasks, and
 * another one runs tasks that wait for each other.
 */
public final class SharingProgram implements BundleActivator {
    private static final long PAUSE_NANOS = 1_000_000;

    private Platform platform;

    @Override
    public void start(BundleContext context) {
        platform = context.getService(context.getServiceReference(Platform.class));
        String name = context.getBundle().getSymbolicName();
        BiConsumer<CountDownLatch, CountDownLatch> endless = this::endless;
        Consumer<CountDownLatch> together = this::together;
        Hashtable<String, String> properties = new Hashtable<>(Map.of("itest", name));
        context.registerService(BiConsumer.class, endless, properties);
        context.registerService(Consumer.class, together, properties);
    }

    @Override
    public void stop(BundleContext context) {}

    /** Starts twice as many tasks as the first latch counts, which end with the other one only. */
    @SuppressWarnings("resource")
    private void endless(CountDownLatch begun, CountDownLatch over) {
        Finish open = platform.finish();
        for (long left = 2 * begun.getCount(); left > 0; left--) {
            open.async(
                    () -> {
                        begun.countDown();
                        occupy(over);
                    });
        }
    }

    /** Runs as many tasks as the latch counts: each ends once all have begun. */
    private void together(CountDownLatch all) {
        try (Finish finish = platform.finish()) {
            for (long left = all.getCount(); left > 0; left--) {
                finish.async(
                        () -> {
                            all.countDown();
                            occupy(all);
                        });
            }
        }
    }

    /** Waits without the scheduler knowing of it, so that no other task runs meanwhile. */
    private static void occupy(CountDownLatch end) {
        while (end.getCount() > 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
