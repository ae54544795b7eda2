package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.junit5.context.BundleContextExtension;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The event log as a service, and the bundles that read it: they come and go without a trace. */
@Timeout(600)
@ExtendWith(BundleContextExtension.class)
public class EventLogBundlesTest {
    private static final int UPDATES = 50;

    /** Compiled code may name classes of a revision while an idle thread stands in it. */
    private static final int KEPT = 1;

    private static final Kernel STEP =
            Kernel.of("logged step", Parameter.inOut("a")).java((piece, arguments) -> {});

    @InjectBundleContext BundleContext context;

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

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("anabranch-(jfr|trace).*"))
                .count();
    }

    @Test
    void issue_24_theFlightRecordersBundleUpdated50TimesLeavesNothing() throws Exception {
        Bundle flight = bundle("org.anabranch.jfr");
        int services = services(flight);
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        Path file = Files.createTempFile("anabranch", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.anabranch.Action");
            recording.start();
            for (int i = 0; i < UPDATES; i++) {
                loaders.add(new WeakReference<>(flight.adapt(BundleWiring.class).getClassLoader()));
                flight.update();
            }
            step();
            recording.stop();
            recording.dump(file);
            assertEquals(
                    1, RecordingFile.readAllEvents(file).stream().filter(this::isStep).count());
        } finally {
            Files.delete(file);
        }
        assertEquals(services, services(flight));
        for (int i = 0; i < 200 && (left(loaders) > KEPT || threads() > 0); i++) {
            System.gc();
            Thread.sleep(50);
        }
        assertEquals(0, threads());
        assertTrue(left(loaders) <= KEPT, () -> left(loaders) + " revisions are left");
        assertEquals(Level.LIFECYCLE, service(EventLog.class).level());
    }

    private boolean isStep(RecordedEvent event) {
        return event.getEventType().getName().equals("org.anabranch.Action")
                && event.getString("name").equals("logged step");
    }

    private static int services(Bundle bundle) {
        var all = bundle.getRegisteredServices();
        return all == null ? 0 : all.length;
    }

    private static long left(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> !loader.refersTo(null)).count();
    }
}
