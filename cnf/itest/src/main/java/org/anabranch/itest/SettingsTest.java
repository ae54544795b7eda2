package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;

/** C14: an operator changes settings while programs run. */
@Timeout(120)
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class SettingsTest {
    private static final Kernel FAILS =
            Kernel.of("fails", Parameter.out("to"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });

    private static final Kernel WRITES =
            Kernel.of("writes", Parameter.in("from"))
                    .java((piece, arguments) -> arguments.segment(0).set(JAVA_LONG, 0, 7));

    @InjectBundleContext BundleContext context;
    @InjectService ConfigurationAdmin admin;

    private Configuration settings;

    @BeforeEach
    void find() throws Exception {
        settings = admin.getConfiguration("org.anabranch.scheduler", "?");
    }

    @AfterEach
    void clear() throws Exception {
        int usual = Runtime.getRuntime().availableProcessors();
        settings.delete();
        until("as many workers as processors", () -> workers() == usual);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(String what, Condition condition) throws Exception {
        for (int i = 0; i < 6_000; i++) {
            if (condition.holds()) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("never: " + what);
    }

    private void set(Map<String, ?> values) throws Exception {
        Dictionary<String, Object> properties = new Hashtable<>(values);
        settings.update(properties);
    }

    private long engine() {
        ServiceReference<Platform> platform = context.getServiceReference(Platform.class);
        return platform == null ? -1 : (Long) platform.getProperty(Constants.SERVICE_ID);
    }

    private int workers() {
        ServiceReference<Monitor> monitor = context.getServiceReference(Monitor.class);
        return monitor == null ? -1 : context.getService(monitor).workers().size();
    }

    private static boolean namesTheLine(Platform platform, Buffer buffer) {
        ActionFailedException failure =
                assertThrows(
                        ActionFailedException.class,
                        () -> {
                            try (Stream stream = platform.stream()) {
                                stream.run(FAILS, buffer.all().out());
                            }
                        });
        return failure.getMessage().contains("enqueued at ");
    }

    @Test
    void c14_e2_tracedChangesUnderARunningProgramAndBadValuesChangeNothing() throws Exception {
        long engine = engine();
        int workers = workers();
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        try (Buffer buffer = platform.buffer(JAVA_LONG, 8)) {
            set(
                    Map.of(
                            "traced", "true",
                            "workers", "many",
                            "memoryPercent", 500,
                            "drainMillis", -1,
                            "wrokers", 3));
            until("errors name lines", () -> namesTheLine(platform, buffer));
            assertEquals(engine, engine());
            assertEquals(workers, workers());
            set(Map.of("workers", "-5"));
            until("errors do not name lines", () -> !namesTheLine(platform, buffer));
            assertEquals(engine, engine());
            assertEquals(workers, workers());
        }
    }

    private Object processors() throws Exception {
        return context.getServiceReferences(Domain.class, "(id=host)")
                .iterator()
                .next()
                .getProperty("processors");
    }

    private static void write(Platform platform, Buffer buffer) {
        try (Stream stream = platform.host().stream()) {
            stream.run(WRITES, buffer.all().in());
        }
    }

    @Test
    void c14_e2_workersAndCheckedModeChangeUnderARunningProgram() throws Exception {
        long engine = engine();
        int more = Runtime.getRuntime().availableProcessors() + 1;
        Platform platform = context.getService(context.getServiceReference(Platform.class));
        try (Buffer buffer = platform.buffer(JAVA_LONG, 8)) {
            set(Map.of("workers", more, "checked", true));
            until("one worker more", () -> workers() == more);
            until("it is told", () -> processors().equals(more));
            assertThrows(KernelArgumentException.class, () -> write(platform, buffer));
            set(Map.of());
            until("as many as before", () -> workers() == more - 1);
            until("it is told", () -> processors().equals(more - 1));
            write(platform, buffer);
        }
        assertEquals(engine, engine());
    }

    private Domain device() {
        ServiceReference<Platform> platform = context.getServiceReference(Platform.class);
        return context.getService(platform).domains().stream()
                .filter(domain -> domain.id().equals("reference:0"))
                .findFirst()
                .orElse(null);
    }

    private static boolean has(Domain device, int lanes) {
        return device != null && device.processors().count() == lanes;
    }

    @Test
    void c14_aBackendRestartsAndKeepsWhatItHadIfTheNextIsRefused() throws Exception {
        Configuration backend = admin.getConfiguration("org.anabranch.reference", "?");
        try {
            backend.update(new Hashtable<>(Map.of("lanes", "3")));
            until("three lanes", () -> has(device(), 3));
            Domain before = device();
            backend.update(new Hashtable<>(Map.of("lanes", "0", "lnaes", 4)));
            until(
                    "it has restarted",
                    () -> {
                        Domain now = device(); // none while it restarts
                        return now != null && !now.equals(before);
                    });
            assertEquals(3, device().processors().count());
        } finally {
            backend.delete();
            until("two lanes, as usual", () -> has(device(), 2));
        }
    }
}
