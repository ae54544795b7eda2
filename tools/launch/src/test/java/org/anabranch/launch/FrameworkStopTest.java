package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Ends of a framework with activators that do not return. */
@Timeout(60)
class FrameworkStopTest {
    private static final Duration PATIENCE = Duration.ofMillis(100);

    @TempDir Path temporary;

    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private Framework framework;
    private BundleContext context;
    private final List<Thread> hanging = new CopyOnWriteArrayList<>();

    /** Starts and stops. */
    public static final class Ordinary implements BundleActivator {
        @Override
        public void start(BundleContext own) {}

        @Override
        public void stop(BundleContext own) {}
    }

    /** Fails to stop. */
    public static final class Failing implements BundleActivator {
        @Override
        public void start(BundleContext own) {}

        @Override
        public void stop(BundleContext own) {
            throw new IllegalStateException("not now");
        }
    }

    /** Registers what the test waits for, then does not return. */
    public static final class Hanging implements BundleActivator {
        @Override
        public void start(BundleContext own) throws InterruptedException {
            own.registerService(Object.class, this, null);
            new CountDownLatch(1).await();
        }

        @Override
        public void stop(BundleContext own) {}
    }

    @BeforeEach
    void start() throws Exception {
        framework =
                ServiceLoader.load(FrameworkFactory.class)
                        .findFirst()
                        .orElseThrow()
                        .newFramework(
                                Map.of(
                                        Constants.FRAMEWORK_STORAGE,
                                        temporary.resolve("cache").toString()));
        framework.start();
        context = framework.getBundleContext();
        SynchronousBundleListener ends =
                event -> {
                    if (event.getType() == BundleEvent.STOPPED) {
                        stopped.add(event.getBundle().getSymbolicName());
                    }
                };
        context.addBundleListener(ends);
    }

    @AfterEach
    void release() throws Exception {
        for (Thread thread : hanging) {
            thread.interrupt();
            thread.join();
        }
        framework.stop();
        framework.waitForStop(0);
    }

    private Bundle started(String name, Class<?> activator) throws Exception {
        Bundle bundle = installed(name, activator);
        bundle.start();
        return bundle;
    }

    private Bundle installed(String name, Class<?> activator) throws Exception {
        Path jar =
                new BundleJar(name)
                        .header("Import-Package", "org.osgi.framework")
                        .header("Bundle-Activator", activator.getName())
                        .type(activator)
                        .write(temporary.resolve(name + ".jar"));
        return context.installBundle(jar.toUri().toString());
    }

    /** Returns when a thread is in the activator. */
    private void hang(Bundle bundle) {
        CountDownLatch within = new CountDownLatch(1);
        context.addServiceListener(
                event -> {
                    if (event.getType() == ServiceEvent.REGISTERED
                            && event.getServiceReference().getBundle().equals(bundle)) {
                        within.countDown();
                    }
                });
        hanging.add(Thread.ofPlatform().start(() -> start(bundle)));
        try {
            within.await();
        } catch (InterruptedException interrupt) {
            throw new AssertionError(interrupt);
        }
    }

    private static void start(Bundle bundle) {
        try {
            bundle.start();
        } catch (BundleException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs an action when a bundle begins to stop. */
    private void whenStopping(Bundle bundle, Runnable action) {
        SynchronousBundleListener listener =
                event -> {
                    if (event.getType() == BundleEvent.STOPPING
                            && event.getBundle().equals(bundle)) {
                        action.run();
                    }
                };
        context.addBundleListener(listener);
    }

    private void stop() throws Exception {
        new FrameworkStop(framework, PATIENCE).run();
    }

    @Test
    @DisplayName("A12: an activator that hangs is left behind")
    void a12_hangsBefore() throws Exception {
        started("first", Ordinary.class);
        Bundle hanging = installed("hanging", Hanging.class);
        started("last", Ordinary.class);
        hang(hanging);
        stop();
        assertEquals(List.of("last", "first"), stopped);
    }

    @Test
    @DisplayName("A12: so is one that begins to hang when the framework is being stopped")
    void a12_hangsAfterTheFirstLook() throws Exception {
        started("first", Ordinary.class);
        Bundle hanging = installed("hanging", Hanging.class);
        started("last", Ordinary.class);
        whenStopping(framework, () -> hang(hanging));
        stop();
        assertEquals(List.of("last", "first"), stopped);
    }

    @Test
    @DisplayName("A12: and a second one that begins to hang when the first is left behind")
    void a12_secondHangsWhenTheFirstIsLeft() throws Exception {
        started("first", Ordinary.class);
        Bundle second = installed("second", Hanging.class);
        Bundle hanging = installed("hanging", Hanging.class);
        whenStopping(started("last", Ordinary.class), () -> hang(second));
        hang(hanging);
        stop();
        assertEquals(List.of("last", "first"), stopped);
    }

    @Test
    @DisplayName("A12: a stop that fails does not keep others from being stopped")
    void a12_failingStopKeepsNoneFromBeingStopped() throws Exception {
        started("first", Ordinary.class);
        started("failing", Failing.class);
        Bundle hanging = installed("hanging", Hanging.class);
        hang(hanging);
        stop();
        assertEquals(List.of("first"), stopped);
    }
}
