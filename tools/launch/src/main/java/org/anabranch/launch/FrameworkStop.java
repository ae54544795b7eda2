package org.anabranch.launch;

import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.launch.Framework;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops the bundles of a framework, the last first, and waits for those that finish what is
 * running. An activator that does not return from its start holds up nothing, whenever it began:
 * its bundle is left behind.
 *
 * @param framework to stop
 * @param patience the longest wait for an activator to return from its start
 */
record FrameworkStop(Framework framework, Duration patience) {
    private static final long LOOK_MILLIS = 20;

    /** Stops, and returns when all are stopped that can be. */
    void run() throws BundleException, InterruptedException {
        BundleContext context = framework.getBundleContext();
        if (context == null) {
            return;
        }
        if (!lasts(() -> in(context, Bundle.STARTING).findAny().isPresent())) {
            framework.stop();
            while (framework.waitForStop(LOOK_MILLIS).getType() == FrameworkEvent.WAIT_TIMEDOUT) {
                if (lasts(() -> isHeldUp(context))) {
                    stopOthers(context);
                    return;
                }
            }
            return;
        }
        stopOthers(context);
    }

    /** Returns the reason why it waits, in words. */
    String busy() {
        BundleContext context = framework.getBundleContext();
        if (context == null) {
            return "the framework is stopping";
        }
        List<String> starting = names(in(context, Bundle.STARTING));
        List<String> stopping = names(in(context, Bundle.STOPPING));
        if (!starting.isEmpty()) {
            return "the activator of " + String.join(", ", starting) + " does not return";
        }
        return stopping.isEmpty()
                ? "bundles are being stopped"
                : String.join(", ", stopping) + " finishes what is running";
    }

    /** The framework stops one after the other: while one is stopping, it gets on. */
    private static boolean isHeldUp(BundleContext context) {
        return in(context, Bundle.STARTING).findAny().isPresent()
                && in(context, Bundle.STOPPING).findAny().isEmpty();
    }

    private void stopOthers(BundleContext context) throws InterruptedException {
        Set<Bundle> hung = in(context, Bundle.STARTING).collect(Collectors.toSet());
        for (Bundle bundle : Arrays.asList(bundles(context)).reversed()) {
            if (bundle.getBundleId() != 0 && !hung.contains(bundle)) {
                stop(bundle);
            }
        }
    }

    /** In a thread of its own: it may have begun to hang in its start since. */
    private void stop(Bundle bundle) throws InterruptedException {
        Thread stop =
                Thread.ofPlatform()
                        .daemon()
                        .name("anabranch stop " + bundle.getSymbolicName())
                        .start(() -> stopTransiently(bundle));
        while (!stop.join(Duration.ofMillis(LOOK_MILLIS))) {
            if (lasts(() -> stop.isAlive() && bundle.getState() == Bundle.STARTING)) {
                return;
            }
        }
    }

    private static void stopTransiently(Bundle bundle) {
        try {
            bundle.stop(Bundle.STOP_TRANSIENT);
        } catch (BundleException | IllegalStateException failure) {
            BackendLog.say(
                    "anabranch",
                    System.Logger.Level.WARNING,
                    bundle.getSymbolicName() + " did not stop well",
                    failure);
        }
    }

    /** Returns true if a state lasts for as long as the patience. */
    private boolean lasts(BooleanSupplier state) throws InterruptedException {
        long limit = System.nanoTime() + patience.toNanos();
        while (state.getAsBoolean()) {
            if (System.nanoTime() - limit > 0) {
                return true;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return false;
    }

    private static Stream<Bundle> in(BundleContext context, int state) {
        return Arrays.stream(bundles(context))
                .filter(bundle -> bundle.getBundleId() != 0 && bundle.getState() == state)
                // lazy ones may be starting for ever, without a thread in them
                .filter(bundle -> bundle.getHeaders().get("Bundle-ActivationPolicy") == null);
    }

    private static Bundle[] bundles(BundleContext context) {
        try {
            return context.getBundles();
        } catch (IllegalStateException stopped) {
            return new Bundle[0];
        }
    }

    private static List<String> names(Stream<Bundle> bundles) {
        return bundles.map(Bundle::getSymbolicName).collect(Collectors.toList());
    }
}
