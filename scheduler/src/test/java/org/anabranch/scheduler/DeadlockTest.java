package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.RangeException;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Waits that could never end are refused, however much lies between. */
@Timeout(120)
class DeadlockTest {
    private static final int MANY = 20_000;

    private static final Kernel TOUCH =
            Kernel.of("touch", Parameter.inOut("a"), Parameter.inOut("b"))
                    .java((piece, arguments) -> {});

    /** The kind of link between the action that waits and the one that it waits for. */
    enum Between {
        ONE_RANGE,
        A_CHAIN_OF_RANGES,
        STRICT_ORDER,
        NOTHING_IN_COMMON;

        Stream stream(House house) {
            return house.platform.host().stream(
                    this == STRICT_ORDER
                            ? StreamOptions.DEFAULT.with(StreamOptions.Order.STRICT)
                            : StreamOptions.DEFAULT);
        }

        /** Enqueues the action of a number, after the one that waits, which uses 0 and 1. */
        Event enqueue(Stream stream, Buffer b, int number) {
            int from =
                    switch (this) {
                        case ONE_RANGE -> 0;
                        case A_CHAIN_OF_RANGES -> number;
                        case STRICT_ORDER, NOTHING_IN_COMMON -> 2 * number + 2;
                    };
            return stream.run(TOUCH, b.elements(from, 1).inOut(), b.elements(from + 1L, 1).inOut());
        }
    }

    @ParameterizedTest
    @EnumSource(Between.class)
    @DisplayName("A8: a wait for what comes after is refused beyond any number of actions")
    void a8_a_wait_for_what_comes_after_is_refused_across_many(Between between) throws Exception {
        try (House house = House.of(EngineSettings.defaults().withWorkers(2));
                Buffer b = house.platform.buffer(JAVA_INT, 2L * MANY + 8);
                Stream stream = between.stream(house)) {
            CompletableFuture<Event> last = new CompletableFuture<>();
            CompletableFuture<String> said = new CompletableFuture<>();
            Kernel wait =
                    Kernel.of("wait", Parameter.inOut("a"), Parameter.inOut("b"))
                            .java((piece, arguments) -> said.complete(await(last.get())));
            stream.run(wait, b.elements(0, 1).inOut(), b.elements(1, 1).inOut());
            Event event = null;
            for (int i = 1; i <= MANY; i++) {
                event = between.enqueue(stream, b, i);
            }
            last.complete(event);
            assertEquals(
                    between == Between.NOTHING_IN_COMMON ? "settled" : "refused",
                    said.get(100, TimeUnit.SECONDS));
        }
    }

    private static String await(Event event) {
        try {
            return event.await(Duration.ofSeconds(20)) ? "settled" : "waited in vain";
        } catch (DeadlockException refused) {
            return "refused";
        }
    }

    @Test
    @DisplayName("A8: a ring of a hundred waiting tasks is refused")
    void a8_a_long_ring_of_waits_is_refused() {
        int tasks = 100;
        try (House house = House.of(EngineSettings.defaults().withWorkers(tasks))) {
            AtomicReferenceArray<Result<Integer>> results = new AtomicReferenceArray<>(tasks);
            CyclicBarrier all = new CyclicBarrier(tasks + 1);
            Finish finish = house.platform.finish();
            for (int i = 0; i < tasks; i++) {
                int next = (i + 1) % tasks;
                results.set(
                        i,
                        finish.call(
                                () -> {
                                    all.await();
                                    results.get(next).await();
                                    return 1;
                                }));
            }
            assertFalse(results.get(0).isSettled());
            pass(all);
            AnabranchException thrown = assertThrows(AnabranchException.class, finish::close);
            assertTrue(hasDeadlock(thrown), thrown::getMessage);
        }
    }

    private static void pass(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static boolean hasDeadlock(Throwable thrown) {
        for (Throwable at = thrown; at != null; at = at.getCause()) {
            if (at instanceof DeadlockException) {
                return true;
            }
            for (Throwable suppressed : at.getSuppressed()) {
                if (hasDeadlock(suppressed)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    @DisplayName("C1: boxes side by side do not overlap")
    void c1_boxes_side_by_side_are_copied() {
        try (House house = House.devices(1);
                Buffer b = house.platform.buffer(JAVA_INT, 4, 20);
                Stream stream = house.platform.host().stream();
                Stream there = house.device(0).stream()) {
            for (int i = 0; i < 80; i++) {
                b.write().setAtIndex(JAVA_INT, i, i);
            }
            stream.copy(b.box(0, 0, 4, 5), b.box(0, 10, 4, 5)).await();
            there.copy(b.box(0, 0, 4, 5), b.box(0, 15, 4, 5)).await();
            for (int i = 0; i < 80; i++) {
                int column = i % 20 < 10 ? i % 20 : i % 5;
                assertEquals(i / 20 * 20 + column, b.read().getAtIndex(JAVA_INT, i));
            }
            assertThrows(
                    RangeException.class, () -> stream.copy(b.box(0, 0, 4, 5), b.box(0, 4, 4, 5)));
        }
    }
}
