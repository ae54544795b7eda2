package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The OpenCL backend is stopped, started and updated while kernels run on its devices. */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class OpenClPluggingTest {
    private static final int CYCLES = Boolean.getBoolean("anabranch.nightly") ? 1000 : 20;
    private static final int UPDATE_EVERY = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Kernel TRIPLE =
            Kernel.of("triple", Parameter.inOut("a"))
                    .with(
                            new SourceCode(
                                    "opencl-c",
                                    "__kernel void triple(__global int *a, long o, long p)"
                                            + " { a[o + get_global_id(0)] *= 3; }",
                                    "triple",
                                    ""));

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;

    @Test
    void everyEventEndsHoweverOftenTheBackendGoesAndComes() throws Exception {
        Bundle backend =
                Arrays.stream(context.getBundles())
                        .filter(one -> one.getSymbolicName().equals("org.anabranch.backend.opencl"))
                        .findFirst()
                        .orElseThrow();
        assumeTrue(device().isPresent(), "no OpenCL device here");
        int ran = 0;
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            if (cycle % UPDATE_EVERY == UPDATE_EVERY - 1) {
                loaders.add(new WeakReference<>(loader(backend)));
            }
            ran += load(backend, cycle);
        }
        assertTrue(device().isPresent());
        assertTrue(ran > 0, "nothing ever ran");
        backend.stop();
        long threads =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("opencl:"))
                        .count();
        backend.start();
        assertEquals(0, threads);
        assertEquals(0, left(loaders), "class loaders of updated bundles are left");
    }

    private static ClassLoader loader(Bundle bundle) {
        return bundle.adapt(BundleWiring.class).getClassLoader();
    }

    /** Returns how many of them cannot be collected; running work may hold one for seconds. */
    private static int left(List<WeakReference<ClassLoader>> loaders) throws InterruptedException {
        for (int i = 0; i < 100 && !loaders.isEmpty(); i++) {
            System.gc();
            loaders.removeIf(loader -> loader.refersTo(null));
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return loaders.size();
    }

    /** Returns how many kernels ran before the backend went. */
    private int load(Bundle backend, int cycle) throws Exception {
        Domain domain = device().orElseThrow(() -> new AssertionError("no device in " + cycle));
        List<Event> events = new ArrayList<>();
        try (Buffer buffer = platform.buffer(JAVA_INT, 1024)) {
            buffer.write().fill((byte) 1);
            Stream stream = domain.stream();
            for (int i = 0; i < 50; i++) {
                events.add(stream.run(TRIPLE, Loop.of(0, 1024), buffer.all().inOut()));
            }
            replace(backend, cycle);
            for (Event event : events) {
                assertTrue(event.await(PATIENCE), "an event hangs in cycle " + cycle);
            }
            stream.closeNow();
        } catch (AnabranchException lost) {
            assertTrue(lost.getMessage() != null, "a failure says what happened");
        }
        return (int) events.stream().filter(event -> event.state() == Event.State.DONE).count();
    }

    private static void replace(Bundle backend, int cycle) throws BundleException {
        if (cycle % UPDATE_EVERY == UPDATE_EVERY - 1) {
            backend.update();
        } else {
            backend.stop();
            backend.start();
        }
    }

    /** Devices come a moment after their backend. */
    private Optional<Domain> device() throws InterruptedException {
        for (int waits = 0; waits < 500; waits++) {
            for (Domain domain : platform.domains()) {
                if (domain.kind().equals("opencl") && domain.state() == Domain.State.ACTIVE) {
                    return Optional.of(domain);
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return Optional.empty();
    }
}
