package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelTimeoutException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A9: which workers a limit of time interrupts, and what becomes of them. */
@Timeout(60)
class HostTimeLimitTest {
    private static StreamOptions limited(long millis) {
        return StreamOptions.DEFAULT.limitedTo(Duration.ofMillis(millis));
    }

    @Test
    void a9_no_tile_begins_after_the_time_though_the_one_before_swallowed_the_interrupt() {
        AtomicInteger begun = new AtomicInteger();
        Kernel polite =
                Kernel.of("polite", Parameter.inOut("data"))
                        .java(
                                (piece, arguments) -> {
                                    if (begun.incrementAndGet() == 1) {
                                        awaitInterrupt();
                                    }
                                });
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream(limited(50))) {
            Buffer x = house.platform.buffer(JAVA_LONG, 100);
            Event event = stream.run(polite, Loop.of(0, 100).tile(1), x.inOut(Mapping.each()));
            assertThrows(KernelTimeoutException.class, event::await);
            assertThrows(KernelTimeoutException.class, stream::await);
            assertEquals(1, begun.get(), "tiles that have begun");
        }
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException swallowed) {
            assertFalse(Thread.currentThread().isInterrupted());
        }
    }

    /** One of two workers has done its tile, and runs a task when the time is over. */
    @Test
    void a9_a_worker_that_has_left_the_kernel_is_not_interrupted() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        Kernel uneven =
                Kernel.of("uneven", Parameter.inOut("data"))
                        .java(
                                (piece, arguments) -> {
                                    if (piece.low0() == 0) {
                                        second.await();
                                    } else {
                                        second.countDown();
                                        new CountDownLatch(1).await();
                                    }
                                });
        try (House house = House.of(House.SETTINGS.withWorkers(2));
                Stream stream = house.host0().stream(limited(300))) {
            Buffer x = house.platform.buffer(JAVA_LONG, 2);
            CountDownLatch over = new CountDownLatch(1);
            try (Finish finish = house.platform.finish()) {
                Event event = stream.run(uneven, Loop.of(0, 2).tile(1), x.inOut(Mapping.each()));
                second.await();
                var innocent =
                        finish.call(
                                () -> {
                                    over.await();
                                    return "undisturbed";
                                });
                assertThrows(KernelTimeoutException.class, event::await);
                over.countDown();
                assertEquals("undisturbed", innocent.get());
            }
            assertThrows(KernelTimeoutException.class, stream::await);
        }
    }

    @Test
    void a9_a_worker_that_was_interrupted_counts_as_before() {
        Kernel obedient =
                Kernel.of("obedient", Parameter.inOut("data"))
                        .java((piece, arguments) -> new CountDownLatch(1).await());
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream(limited(50));
                Stream other = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Buffer y = house.platform.buffer(JAVA_LONG, 1);
            Event endless = stream.run(obedient, x.all().inOut());
            assertThrows(KernelTimeoutException.class, endless::await);
            House.until("no spare is left", () -> house.engine.pool.snapshot().size() == 1);
            House.until("it rests", () -> !house.engine.pool.isBusy());
            Gate gate = new Gate();
            Event runs = other.run(gate.fill, y.all().out(), Argument.of(1L));
            gate.awaitEntered();
            boolean busy = house.engine.pool.isBusy();
            gate.open();
            runs.await();
            assertTrue(busy, "its only worker ran a kernel");
            assertThrows(KernelTimeoutException.class, stream::await);
        }
    }

    @Test
    void a9_what_lies_beneath_a_kernel_that_does_not_end_is_run_by_another() {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Kernel deaf =
                Kernel.of("deaf", Parameter.inOut("data"))
                        .java(
                                (piece, arguments) -> {
                                    awaitInterrupt();
                                    interrupted.set(true);
                                    gate.await();
                                });
        AtomicBoolean ran = new AtomicBoolean();
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream(limited(50))) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            try (Finish finish = house.platform.finish()) {
                finish.async(
                        () -> {
                            finish.async(() -> ran.set(true));
                            stream.run(deaf, x.all().inOut());
                        });
                House.until("it is interrupted", interrupted::get);
                House.until("what lay beneath it is run", ran::get);
                gate.countDown();
            }
            assertThrows(KernelTimeoutException.class, stream::await);
        }
    }
}
