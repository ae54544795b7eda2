package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.ObjectName;

/** A backend bundle is stopped, started, updated, removed and installed while programs run. */
@Timeout(1800)
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class HotPlugTest {
    private static final String REFERENCE = "org.anabranch.reference";
    private static final int TIMES = Boolean.getBoolean("anabranch.nightly") ? 1_000 : 100;

    /** Compiled code may name the classes of a revision while some idle thread stands in it. */
    private static final int KEPT = 1;

    private static final long LEAK = 32L << 20;
    private static final Pattern COMMITTED =
            Pattern.compile("(Class|Metaspace|Other) \\(reserved=\\d+KB, committed=(\\d+)KB");

    private static final int LENGTH = 1 << 18;

    private static final Kernel COUNT =
            Kernel.of("count", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) ->
                                    count(arguments.segment(0), piece.low0(), piece.end(0)));

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> wrong = new AtomicReference<>();

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;
    @InjectService Monitor monitor;

    private static void count(MemorySegment x, long from, long to) {
        for (long i = from; i < to; i++) {
            x.setAtIndex(JAVA_LONG, i, x.getAtIndex(JAVA_LONG, i) + 1);
        }
    }

    private Bundle reference() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> REFERENCE.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private ClassLoader loader() throws ClassNotFoundException {
        return reference().loadClass(REFERENCE + ".ReferenceBackend").getClassLoader();
    }

    private void shareLoop() {
        try (Buffer x = platform.buffer(JAVA_LONG, LENGTH)) {
            try (Finish finish = platform.finish()) {
                finish.forasync(Loop.of(0, LENGTH).tile(4096), COUNT, x.inOut(Mapping.each()));
            }
            check(x, 1);
        }
    }

    private void useDevice(List<Event> events) {
        List<Domain> domains = platform.domains();
        try (Buffer x = platform.buffer(JAVA_LONG, LENGTH);
                Stream stream = domains.getLast().stream()) {
            for (int i = 0; i < 8; i++) {
                events.add(stream.run(COUNT, Loop.of(0, LENGTH), x.inOut(Mapping.each())));
            }
            stream.await();
            check(x, 8);
        }
    }

    private static void check(Buffer x, long expected) {
        MemorySegment memory = x.read();
        for (long i = 0; i < LENGTH; i++) {
            if (memory.getAtIndex(JAVA_LONG, i) != expected) {
                assertEquals(expected, memory.getAtIndex(JAVA_LONG, i), "element " + i);
            }
        }
    }

    private void program(boolean loops) {
        while (!stop.get()) {
            List<Event> events = new ArrayList<>();
            try {
                if (loops) {
                    shareLoop();
                } else {
                    useDevice(events);
                }
            } catch (AnabranchException unplugged) {
                until("every event comes", () -> events.stream().allMatch(Event::isSettled));
            } catch (Throwable thrown) {
                wrong.compareAndSet(null, thrown);
                return;
            }
        }
    }

    private void plug(int how) throws BundleException {
        Bundle bundle = reference();
        switch (how % 3) {
            case 0 -> {
                bundle.stop();
                assertEquals(1, platform.domains("host").size());
                assertFalse(
                        platform.domains().stream()
                                .anyMatch(domain -> domain.kind().equals("reference")));
                bundle.start();
            }
            case 1 -> bundle.update();
            default -> {
                String location = bundle.getLocation();
                bundle.uninstall();
                // what a test installs by its own context goes with it
                FrameworkUtil.getBundle(HotPlugTest.class)
                        .getBundleContext()
                        .installBundle(location)
                        .start();
            }
        }
    }

    @Test
    void plugging_in_and_out_while_programs_run_loses_and_leaks_nothing() throws Exception {
        List<Thread> programs =
                List.of(
                        Thread.ofPlatform().start(() -> program(true)),
                        Thread.ofPlatform().start(() -> program(false)));
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < TIMES; i++) {
            if (i == TIMES / 10) {
                before = nativeBytes();
            }
            if (i % 2 == 0) {
                until("the device is there", this::deviceIsThere);
            }
            loaders.add(new WeakReference<>(loader()));
            plug(i);
        }
        stop.set(true);
        for (Thread program : programs) {
            program.join(60_000);
            assertFalse(program.isAlive(), () -> hangs(program));
        }
        assertNull(wrong.get(), () -> "a program failed: " + wrong.get());
        until("the device is there", this::deviceIsThere);
        assertNothingIsLeft(loaders);
        long grown = nativeBytes() - before;
        System.out.println("native memory grew by " + grown + " bytes");
        assertTrue(grown < LEAK, () -> "native memory grew by " + grown + " bytes");
    }

    /** Returns where it waits; prints the stacks of all threads for the search of the cause. */
    private String hangs(Thread program) {
        System.out.println("domains " + monitor.domains() + ", stalls " + monitor.stalls());
        Thread.getAllStackTraces()
                .forEach(
                        (thread, stack) ->
                                System.out.println(thread + " " + Arrays.toString(stack)));
        return "hangs in " + Arrays.toString(program.getStackTrace());
    }

    private boolean deviceIsThere() {
        return platform.domains().stream().anyMatch(domain -> domain.kind().equals("reference"));
    }

    private void assertNothingIsLeft(List<WeakReference<ClassLoader>> loaders)
            throws ClassNotFoundException {
        ClassLoader present = loader();
        for (int i = 0; i < 100 && !loaders.isEmpty(); i++) {
            System.gc();
            loaders.removeIf(loader -> loader.refersTo(null) || loader.refersTo(present));
            pause();
        }
        long kept = loaders.stream().map(WeakReference::get).distinct().count();
        assertTrue(kept <= KEPT, () -> kept + " class loaders of former revisions are left");
        until("one set of the device's threads", () -> deviceThreads() <= devices());
        until(
                "no memory on the device",
                () ->
                        monitor.domains().stream()
                                .filter(report -> !report.domain().isHost())
                                .allMatch(report -> report.instanceBytes() == 0));
    }

    private static long devices() {
        return Runtime.getRuntime().availableProcessors() + 8L;
    }

    private static long deviceThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("reference:"))
                .count();
    }

    /** Returns the native memory of classes, programs and devices. */
    private static long nativeBytes() throws JMException {
        System.gc();
        String summary =
                (String)
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                        "vmNativeMemory",
                                        new Object[] {new String[] {"summary"}},
                                        new String[] {String[].class.getName()});
        long kibibytes = 0;
        Matcher kind = COMMITTED.matcher(summary);
        while (kind.find()) {
            kibibytes += Long.parseLong(kind.group(2));
        }
        assertTrue(kibibytes > 0, summary);
        return kibibytes << 10;
    }

    private static void until(String what, BooleanSupplier condition) {
        for (int i = 0; i < 600 && !condition.getAsBoolean(); i++) {
            pause();
        }
        assertTrue(condition.getAsBoolean(), what);
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
