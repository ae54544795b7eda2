package org.anabranch.itest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.junit5.context.BundleContextExtension;
import org.osgi.test.junit5.service.ServiceExtension;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * A kernel of this bundle runs on a card, which is sent this bundle and all that it is wired to.
 */
@ExtendWith({BundleContextExtension.class, ServiceExtension.class})
public class MicCardTest {
    private static final Kernel SQUARE =
            Kernel.of("square", Parameter.inOut("a"))
                    .java(
                            (piece, arguments) -> {
                                for (long i = piece.low0(); i < piece.high0(); i++) {
                                    int value = arguments.segment(0).getAtIndex(JAVA_INT, i);
                                    arguments.segment(0).setAtIndex(JAVA_INT, i, value * value);
                                }
                            });

    @InjectBundleContext BundleContext context;
    @InjectService Platform platform;

    @Test
    void aBundleReachesTheFrameworkOfACardAgainAndAgain() throws Exception {
        Bundle backend =
                Arrays.stream(context.getBundles())
                        .filter(one -> one.getSymbolicName().equals("org.anabranch.backend.mic"))
                        .findFirst()
                        .orElseThrow();
        for (int round = 0; round < 3; round++) {
            squares();
            long cards = ProcessHandle.current().children().filter(MicCardTest::isCard).count();
            assertEquals(1, cards);
            backend.stop();
            assertEquals(0, ProcessHandle.current().children().filter(MicCardTest::isCard).count());
            backend.start();
        }
    }

    private static boolean isCard(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("anabranch-mic-");
    }

    private void squares() throws InterruptedException {
        try (Buffer buffer = platform.buffer(JAVA_INT, 1000)) {
            buffer.write().setAtIndex(JAVA_INT, 999, 1234);
            card().stream().run(SQUARE, Loop.of(0, 1000), buffer.all().inOut()).await();
            assertEquals(1234 * 1234, buffer.read().getAtIndex(JAVA_INT, 999));
        }
    }

    /** Cards come a moment after their backend. */
    private Domain card() throws InterruptedException {
        for (int waits = 0; waits < 1500; waits++) {
            for (Domain domain : platform.domains()) {
                if (domain.kind().equals("mic") && domain.state() == Domain.State.ACTIVE) {
                    assertTrue(domain.formats().contains("java"));
                    return domain;
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("no card came");
    }
}
