package org.anabranch.itest;

import static org.anabranch.api.Mapping.each;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Monitor;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceObjects;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The bundle of a backend is updated while programs use its device beside the host: they never
 * fail, go on with the device of the next revision, and keep nothing of the one before.
 */
@Timeout(600)
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class UpdatedBackendTest {
    private static final String REFERENCE = "org.anabranch.reference";
    private static final int UPDATES = Boolean.getBoolean("anabranch.nightly") ? 60 : 6;
    private static final int LENGTH = 1 << 15;
    private static final int TILE = 256;

    /** Compiled code may name the classes of a revision while some idle thread stands in it. */
    private static final int KEPT = 1;

    /** Not commutative: each element shows how many steps were made, and none twice. */
    private static final Kernel STEP =
            Kernel.of("step", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) ->
                                    step(arguments.segment(0), piece.low0(), piece.end(0)));

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> wrong = new AtomicReference<>();

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;
    @InjectService Monitor monitor;

    /** The program that has named the device, as a job with {@code --domains} has. */
    private Platform naming;

    /** An endless computation over one buffer. */
    private interface Work {
        /** Makes one step, or begins it. */
        void step(Argument x);
    }

    private static void step(MemorySegment x, long from, long to) {
        for (long i = from; i < to; i++) {
            x.setAtIndex(JAVA_LONG, i, next(x.getAtIndex(JAVA_LONG, i), i));
        }
    }

    private static long next(long before, long index) {
        return before * 0x5851F42D4C957F2DL + index;
    }

    private void loops(Platform program, Place place) {
        endless(
                program,
                x -> {
                    try (Finish finish = program.finish()) {
                        finish.forasync(place, Loop.of(0, LENGTH).tile(TILE), STEP, x);
                    }
                });
    }

    private void stream() {
        try (Stream anywhere = platform.stream()) {
            List<Event> last = new ArrayList<>();
            endless(
                    platform,
                    x -> {
                        last.add(anywhere.run(STEP, Loop.of(0, LENGTH), x));
                        if (last.size() == 16) {
                            last.forEach(Event::await);
                            last.clear();
                        }
                    });
        }
    }

    /** Works until it is stopped; the result is that of as many steps one after the other. */
    private void endless(Platform program, Work work) {
        try (Buffer x = program.buffer(JAVA_LONG, LENGTH)) {
            long steps = 0;
            while (!stop.get()) {
                work.step(x.inOut(each()));
                steps++;
            }
            MemorySegment result = x.read();
            for (long i = 0; i < LENGTH; i++) {
                long expected = 0;
                for (long step = 0; step < steps; step++) {
                    expected = next(expected, i);
                }
                if (result.getAtIndex(JAVA_LONG, i) != expected) {
                    throw new AssertionError("element " + i + " after " + steps + " steps");
                }
            }
        } catch (Throwable thrown) {
            wrong.compareAndSet(null, thrown);
        }
    }

    private Bundle reference() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> REFERENCE.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }

    private Domain device() {
        return naming.domains("reference").stream().findFirst().orElse(null);
    }

    /** Returns true if the device of a later generation than this has done work of that program. */
    private boolean isUsedAfter(int generation) {
        return wrong.get() != null
                || monitor.work(naming).stream()
                        .anyMatch(
                                work ->
                                        work.domain().kind().equals("reference")
                                                && work.domain().generation() > generation
                                                && work.actions() > 0);
    }

    private void update(int how) throws Exception {
        Bundle bundle = reference();
        switch (how % 3) {
            case 0 -> bundle.update();
            case 1 -> {
                bundle.stop();
                bundle.start();
            }
            default -> {
                String location = bundle.getLocation();
                bundle.uninstall();
                // what a test installs by its own context goes with it
                FrameworkUtil.getBundle(UpdatedBackendTest.class)
                        .getBundleContext()
                        .installBundle(location)
                        .start();
            }
        }
    }

    @Test
    void issue51_programsWithADeviceGoOnWithTheNextRevision() throws Exception {
        ServiceObjects<Platform> platforms =
                context.getServiceObjects(context.getServiceReference(Platform.class));
        naming = platforms.getService();
        try {
            until("the device is there", () -> device() != null);
            goOn(Place.among(List.of(naming.domains("host").getFirst(), device())));
        } finally {
            platforms.ungetService(naming);
        }
    }

    private void goOn(Place named) throws Exception {
        int generation = device().generation();
        List<Thread> programs =
                List.of(
                        Thread.ofPlatform().start(() -> loops(naming, named)),
                        Thread.ofPlatform().start(() -> loops(platform, Place.anywhere())),
                        Thread.ofPlatform().start(this::stream));
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        List<Domain> known = new ArrayList<>();
        try {
            for (int i = 0; i < UPDATES; i++) {
                int before = generation;
                until("work on the device", () -> isUsedAfter(before - 1));
                known.addAll(naming.domains("reference"));
                loaders.add(
                        new WeakReference<>(
                                reference().adapt(BundleWiring.class).getClassLoader()));
                update(i);
                generation++;
            }
            int last = generation;
            until("work on the last device", () -> isUsedAfter(last - 1));
            assertNothingIsLeft(loaders); // although the devices are known
            assertEquals(UPDATES, known.size());
        } finally {
            stop.set(true);
            for (Thread program : programs) {
                program.join(60_000);
            }
        }
        for (Thread program : programs) {
            assertFalse(program.isAlive(), () -> Arrays.toString(program.getStackTrace()));
        }
        assertNull(wrong.get(), () -> "a program failed: " + wrong.get());
    }

    private static void assertNothingIsLeft(List<WeakReference<ClassLoader>> loaders)
            throws InterruptedException {
        for (int i = 0; i < 100 && !loaders.isEmpty(); i++) {
            System.gc();
            loaders.removeIf(loader -> loader.refersTo(null));
            Thread.sleep(50);
        }
        long kept = loaders.stream().map(WeakReference::get).distinct().count();
        assertTrue(kept <= KEPT, () -> kept + " class loaders of former revisions are left");
    }

    private static void until(String what, BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 400 && !condition.getAsBoolean(); i++) {
            Thread.sleep(50);
        }
        assertTrue(condition.getAsBoolean(), what);
    }
}
