package org.anabranch.itest;

import static org.anabranch.api.Mapping.each;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.spi.KernelTranslator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Kernels in Java alone on OpenCL devices, by the translator that the bundle of loops brings. */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class TranslatedKernelsTest {
    private static final int SIZE = 1000;
    private static final Kernel SQUARE =
            Kernel.of("itest-square", Parameter.out("y"), Parameter.in("x"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment y = arguments.segment(0);
                                MemorySegment x = arguments.segment(1);
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    int old = x.getAtIndex(JAVA_INT, i);
                                    y.setAtIndex(JAVA_INT, i, old * old);
                                }
                            });

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;

    @Test
    @DisplayName("JA-12: a kernel in Java runs on OpenCL while the bundle of loops is there")
    void ja12_translator_comes_and_goes_with_its_bundle() throws Exception {
        Optional<Domain> device = device();
        assumeTrue(device.isPresent(), "no OpenCL device here");
        Services.await(context, KernelTranslator.class.getName());
        square(device.get());
        Bundle loops = loops();
        loops.stop();
        try {
            String said =
                    assertThrows(KernelFormatException.class, () -> square(device.get()))
                            .getMessage();
            assertTrue(said.contains("itest-square has code in [java]"), said);
            assertTrue(said.contains("runs [opencl-c]"), said);
        } finally {
            loops.start();
        }
        Services.await(context, KernelTranslator.class.getName());
        square(device.get());
    }

    private void square(Domain domain) {
        try (Buffer y = platform.buffer(JAVA_INT, SIZE);
                Buffer x = platform.buffer(JAVA_INT, SIZE);
                Stream stream = domain.stream()) {
            MemorySegment memory = x.write();
            for (int i = 0; i < SIZE; i++) {
                memory.setAtIndex(JAVA_INT, i, i * 77777);
            }
            stream.run(SQUARE, Loop.of(0, SIZE), y.out(each()), x.in(each())).await();
            MemorySegment squares = y.read();
            for (int i = 0; i < SIZE; i++) {
                assertEquals(i * 77777 * (i * 77777), squares.getAtIndex(JAVA_INT, i));
            }
        }
    }

    private Bundle loops() {
        return Arrays.stream(context.getBundles())
                .filter(one -> one.getSymbolicName().equals("org.anabranch.loops"))
                .findFirst()
                .orElseThrow();
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
