package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The event log as a service, and the bundles that read it: they come and go without a trace. */
@Timeout(600)
@ExtendWith(BundleContextExtension.class)
public class EventLogBundlesTest {
    private static final int UPDATES = 50;
    private static final long LIMIT_MILLIS = 20_000;

    /** Compiled code may name classes of a revision while an idle thread stands in it. */
    private static final int KEPT = 1;

    private static final Kernel STEP =
            Kernel.of("logged step", Parameter.inOut("a")).java((piece, arguments) -> {});

    @InjectBundleContext BundleContext context;

    /** The live page reads the log for some seconds after a request. */
    @BeforeEach
    void stopThePage() throws BundleException {
        bundle("org.anabranch.console").stop();
    }

    @AfterEach
    void startThePage() throws BundleException {
        bundle("org.anabranch.console").start();
    }

    private <T> T service(Class<T> type) throws Exception {
        Services.await(context, type.getName());
        return context.getService(context.getServiceReference(type));
    }

    private void step() throws Exception {
        Platform platform = service(Platform.class);
        try (Buffer buffer = platform.buffer(JAVA_LONG, 4);
                Stream stream = platform.host().stream()) {
            stream.run(STEP, buffer.all().inOut());
            stream.await();
        }
    }

    @Test
    void issue_24_theLogIsAServiceAndTellsOfActions() throws Exception {
        EventLog log = service(EventLog.class);
        try (var recording = log.record(Level.ACTIONS)) {
            Events events = recording.events(100_000);
            step();
            recording.read(events);
            assertEquals(
                    1,
                    ActionHistory.of(events).actions().stream()
                            .filter(row -> row.name().equals("logged step"))
                            .count());
        }
        assertEquals(Level.LIFECYCLE, log.level());
    }

    private Bundle bundle(String name) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Threads of the bundles are no more, or end at once. */
    private static void requireNoThread() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().matches("anabranch-(jfr|trace).*")) {
                thread.join(LIMIT_MILLIS);
                assertFalse(thread.isAlive(), thread.getName());
            }
        }
    }

    /** Types of events that the recorder knows as registered now, by name. */
    private static List<String> types() {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream()
                .map(EventType::getName)
                .filter(name -> name.startsWith("org.anabranch."))
                .sorted()
                .toList();
    }

    /** A trace that is running when its bundle goes; it is written then. */
    private void trace(Path file) throws Exception {
        Services.await(context, "org.anabranch.seeing.shell.SeeingCommands");
        CommandProcessor processor = service(CommandProcessor.class);
        OutputStream none = OutputStream.nullOutputStream();
        try (CommandSession session =
                processor.createSession(InputStream.nullInputStream(), none, none)) {
            session.execute("anabranch:trace start " + file);
        }
    }

    @Test
    void issue_24_bundlesStoppedUpdatedAndStarted50TimesLeaveNothing() throws Exception {
        EventLog log = service(EventLog.class);
        List<Bundle> bundles = List.of(bundle("org.anabranch.jfr"), bundle("org.anabranch.seeing"));
        long services = services(bundles);
        Map<Bundle, List<WeakReference<ClassLoader>>> loaders = new HashMap<>();
        Path folder = Files.createTempDirectory("anabranch");
        Path file = folder.resolve("run.jfr");
        Path trace = folder.resolve("run.json");
        try (Recording recording = new Recording()) {
            recording.enable("org.anabranch.Action");
            recording.start();
            List<String> types = types();
            assertEquals(List.copyOf(new TreeSet<>(types)), types, "each once");
            assertTrue(types.contains("org.anabranch.Action"), types::toString);
            for (int i = 0; i < UPDATES; i++) {
                trace(trace);
                step();
                restart(bundles, loaders, log);
                assertEquals(types, types());
                assertTrue(Files.readString(trace).contains("logged step"));
                Files.delete(trace);
            }
            step();
            recording.stop();
            recording.dump(file);
            List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
            assertEquals(UPDATES + 1, recorded.stream().filter(this::isStep).count());
        } finally {
            Files.deleteIfExists(trace);
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
        assertEquals(services, services(bundles));
        requireNoThread();
        awaitLoaders(loaders);
        assertEquals(Level.LIFECYCLE, log.level());
    }

    private static void awaitLoaders(Map<Bundle, List<WeakReference<ClassLoader>>> loaders)
            throws InterruptedException {
        for (int i = 0; i < 200 && left(loaders) > 0; i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertEquals(0, left(loaders), "bundles of which more than " + KEPT + " loaders are left");
    }

    /** Stops all, of which nothing may be there then; updates and starts them. */
    private static void restart(
            List<Bundle> bundles,
            Map<Bundle, List<WeakReference<ClassLoader>>> loaders,
            EventLog log)
            throws BundleException, InterruptedException {
        for (Bundle bundle : bundles) {
            ClassLoader loader = bundle.adapt(BundleWiring.class).getClassLoader();
            loaders.computeIfAbsent(bundle, key -> new ArrayList<>())
                    .add(new WeakReference<>(loader));
            bundle.stop();
        }
        assertEquals(List.of(), types());
        requireNoThread();
        assertEquals(Level.LIFECYCLE, log.level());
        for (Bundle bundle : bundles) {
            bundle.update();
            bundle.start();
        }
    }

    private boolean isStep(RecordedEvent event) {
        return event.getEventType().getName().equals("org.anabranch.Action")
                && event.getString("name").equals("logged step");
    }

    private static long services(List<Bundle> bundles) {
        return bundles.stream()
                .map(Bundle::getRegisteredServices)
                .mapToLong(all -> all == null ? 0 : all.length)
                .sum();
    }

    private static long left(Map<Bundle, List<WeakReference<ClassLoader>>> loaders) {
        return loaders.values().stream()
                .filter(all -> all.stream().filter(loader -> !loader.refersTo(null)).count() > KEPT)
                .count();
    }
}
