package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Loops that the bundle of an application marks run in parallel, as long as loops are there. */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class WovenLoopsTest {
    private static final String SOURCE =
            """
            package application;
            import org.anabranch.loops.Parallel;
            public class Application {
                public static void scale(int a, int[] x) {
                    for (@Parallel int i = 0; i < x.length; i++) {
                        x[i] *= a;
                    }
                }
                public static void scan(int[] x) {
                    for (@Parallel int i = 1; i < x.length; i++) {
                        x[i] += x[i - 1];
                    }
                }
                public static class Later {
                    public static void clear(int[] x) {
                        for (@Parallel int i = 0; i < x.length; i++) x[i] = 0;
                    }
                }
            }
            """;

    @InjectBundleContext BundleContext context;
    @InjectService CommandProcessor processor;

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Logger log = Logger.getLogger("org.anabranch.loops.weave");
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    warnings.add(record.getMessage());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };
    private CommandSession session;
    private Bundle application;

    @BeforeEach
    void install() throws Exception {
        awaitLoops();
        log.addHandler(handler);
        var out = new ByteArrayOutputStream();
        session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, out);
        application = CompiledBundle.install(context, "Application", SOURCE, "", "-g");
        application.start();
    }

    @AfterEach
    void remove() throws Exception {
        log.removeHandler(handler);
        session.close();
        application.uninstall();
        loops().start();
        awaitLoops();
    }

    private Bundle loops() {
        return Arrays.stream(context.getBundles())
                .filter(one -> one.getSymbolicName().equals("org.anabranch.loops"))
                .findFirst()
                .orElseThrow();
    }

    private void awaitLoops() throws Exception {
        Services.await(context, "org.anabranch.loops.Loops");
        Services.await(context, WeavingHook.class.getName());
    }

    private void call(String type, String method, Object... arguments) throws Exception {
        Class<?> loaded = application.loadClass("application." + type);
        for (var one : loaded.getMethods()) {
            if (one.getName().equals(method)) {
                one.invoke(null, arguments);
                return;
            }
        }
        throw new AssertionError(method);
    }

    private int[] scaled() throws Exception {
        int[] x = new int[1000];
        Arrays.setAll(x, i -> i);
        call("Application", "scale", 3, x);
        int[] expected = new int[1000];
        Arrays.setAll(expected, i -> 3 * i);
        assertArrayEquals(expected, x);
        return x;
    }

    private Map<?, ?> recent() throws Exception {
        return (Map<?, ?>) session.execute("loops:recent --json");
    }

    private boolean ranParallel(String name) throws Exception {
        return ((List<?>) recent().get("recent"))
                .stream()
                        .map(Map.class::cast)
                        .anyMatch(
                                run ->
                                        run.get("name").toString().startsWith(name)
                                                && run.get("parallel").equals(true));
    }

    @Test
    @DisplayName("JA-01: marked loops of a bundle are woven when its class is loaded")
    void ja01_marked_loops_of_a_bundle_run_in_parallel() throws Exception {
        scaled();
        assertTrue(ranParallel("application.Application.scale"), () -> warnings.toString());
        int[] x = {1, 1, 1, 1};
        call("Application", "scan", x);
        assertArrayEquals(new int[] {1, 2, 3, 4}, x);
        String text = session.execute("loops:explain application.Application").toString();
        assertTrue(
                text.contains("application.Application.scale (loop in line 5) (Application.java)"),
                text);
        assertTrue(text.contains("writes x[i] in line 6"), text);
        assertTrue(text.contains("[DOALL]"), text);
        assertTrue(text.contains("flow, distance 1"), text);
        assertEquals(List.of(), warnings);
    }

    @Test
    @DisplayName("JA-01: without loops, woven classes run in order and say so; with them, parallel")
    void ja01_woven_classes_outlive_the_loops() throws Exception {
        scaled();
        loops().stop();
        scaled();
        scaled();
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.getFirst().contains("run in order"), warnings::toString);
        int[] plain = {1, 2};
        call("Application$Later", "clear", plain);
        assertArrayEquals(new int[2], plain);
        loops().start();
        awaitLoops();
        scaled();
        assertTrue(ranParallel("application.Application.scale"), warnings::toString);
    }

    @Test
    @DisplayName("JA-01: an update of the loops reaches a bundle with its refresh")
    void ja01_updated_loops_weave_after_a_refresh() throws Exception {
        scaled();
        loops().update();
        awaitLoops();
        scaled();
        assertTrue(!ranParallel("application.Application.scale"), "old classes call old loops");
        call("Application$Later", "clear", new int[3]);
        assertTrue(warnings.toString().contains("refresh it"), warnings::toString);
        CountDownLatch refreshed = new CountDownLatch(1);
        context.getBundle(0)
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(loops()), event -> refreshed.countDown());
        assertTrue(refreshed.await(20, TimeUnit.SECONDS));
        awaitLoops();
        scaled();
        assertTrue(ranParallel("application.Application.scale"), warnings::toString);
    }
}
