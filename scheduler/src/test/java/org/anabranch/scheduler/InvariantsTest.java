package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Invariants of the design, and lessons of HClib, that no other test is named after. */
@Timeout(120)
class InvariantsTest {

    @Test
    void INV_1_every_event_comes_when_the_engine_ends_under_load() {
        for (int round = 0; round < 10; round++) {
            List<Event> events = Collections.synchronizedList(new ArrayList<>());
            House house =
                    House.faulty(FaultPlan.parse("seed " + round + "; fail 0.05; reorder"), 2);
            Buffer x = house.platform.buffer(JAVA_LONG, 64);
            Stream stream = house.device(0).stream();
            Stream other = house.device(1).stream();
            for (int i = 0; i < 300; i++) {
                events.add(stream.run(Kernels.ADD, x.elements(i % 32, 8).inOut(), Argument.of(1L)));
                events.add(other.waitFor(events.getLast()));
                events.add(other.copy(x.elements(40, 4), x.elements(50, 4)));
            }
            house.close();
            House.until("all events", () -> events.stream().allMatch(Event::isSettled));
        }
    }

    @Test
    void INV_3_cancelling_a_scope_ends_what_has_not_begun_and_the_rest_may_look() {
        try (House house = House.devices(1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 64);
            Gate gate = new Gate();
            AtomicBoolean seen = new AtomicBoolean();
            List<Event> queued = new ArrayList<>();
            Finish finish = house.platform.finish();
            Event running =
                    finish.call(
                            () -> {
                                gate.pass();
                                seen.set(finish.isCancelled());
                                return 1;
                            });
            gate.awaitEntered();
            queued.add(finish.async(List.of(running), () -> {}));
            finish.cancel();
            queued.add(finish.async(house.device(0), Kernels.FILL, x.all().out(), Argument.of(1L)));
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(Event.State.DONE, running.state());
            assertTrue(seen.get());
            queued.forEach(event -> assertEquals(Event.State.CANCELLED, event.state()));
        }
    }

    @Test
    void INV_4_callbacks_are_called_without_a_lock_that_enqueuing_needs() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 8);
            List<Event> chained = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 200; i++) {
                stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L))
                        .onSettled(
                                event ->
                                        chained.add(
                                                stream.run(
                                                        Kernels.ADD,
                                                        x.all().inOut(),
                                                        Argument.of(1L))));
            }
            House.until("all are chained", () -> chained.size() == 200);
            stream.await();
            assertArrayEquals(Kernels.filled(8, 400), Kernels.content(x));
        }
    }

    @Test
    void INV_5_lesson_6_a_scope_stays_with_its_task_across_a_wait() {
        try (House house = House.of(House.SETTINGS.withWorkers(2))) {
            for (int round = 0; round < 200; round++) {
                AtomicBoolean inner = new AtomicBoolean();
                AtomicReference<Result<Integer>> awaited = new AtomicReference<>();
                try (Finish finish = house.platform.finish()) {
                    awaited.set(finish.call(() -> 1));
                    finish.async(
                            () -> {
                                try (Finish own = house.platform.finish()) {
                                    awaited.get().get();
                                    own.async(() -> inner.set(true));
                                }
                                assertTrue(inner.get(), "its own scope has waited");
                            });
                }
                assertTrue(inner.get());
            }
        }
    }

    @Test
    void INV_7_lesson_2_nothing_is_kept_of_what_has_ended() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1_000);
            List<WeakReference<Event>> events = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                events.add(
                        new WeakReference<>(
                                stream.run(
                                        Kernels.ADD,
                                        x.elements(i % 900, 100).inOut(),
                                        Argument.of(1L))));
            }
            stream.await();
            Event last = stream.run(Kernels.LOOK, x.elements(0, 1).in());
            last.await();
            int left = events.size();
            for (int i = 0; i < 50 && left > 50; i++) {
                System.gc();
                House.pause(20);
                left = (int) events.stream().filter(event -> event.get() != null).count();
            }
            assertTrue(left <= 50, left + " of 2000 ended actions are still reachable");
        }
    }

    @Test
    void INV_8_a_result_does_not_depend_on_the_domain() {
        try (House house = House.devices(2)) {
            List<long[]> results = new ArrayList<>();
            for (var domain : house.platform.domains()) {
                Buffer x = house.platform.buffer(JAVA_LONG, 500);
                try (Stream stream = domain.stream()) {
                    for (long i = 0; i < 50; i++) {
                        stream.run(Kernels.ADD, x.elements(i, 400).inOut(), Argument.of(i * i));
                        stream.copy(x.elements(i, 20), x.elements(450, 20));
                    }
                }
                results.add(Kernels.content(x));
            }
            assertArrayEquals(results.get(0), results.get(1));
            assertArrayEquals(results.get(0), results.get(2));
        }
    }

    @Test
    void lesson_5_each_waiter_gets_its_own_exception_with_the_same_root() {
        try (House house = House.host()) {
            Stream stream = house.host0().stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 8);
            Event event = stream.run(Kernels.FAIL, x.all().inOut());
            var first = assertThrows(RuntimeException.class, event::await);
            var second = assertThrows(RuntimeException.class, event::await);
            assertNotSame(first, second);
            assertEquals(first.getCause(), second.getCause());
            stream.closeNow();
        }
    }

    @Test
    void lesson_9_at_rest_every_count_is_zero() {
        FaultyBackend backend =
                new FaultyBackend(
                        House.reference(1), FaultPlan.parse("seed 3; fail 0.05; delay 0.1 1"));
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            try (Buffer x = house.platform.buffer(JAVA_LONG, 64)) {
                Stream stream = house.device(0).stream();
                for (int i = 0; i < 500; i++) {
                    Event event =
                            stream.run(Kernels.ADD, x.elements(i % 32, 8).inOut(), Argument.of(1L));
                    if (i % 7 == 0) {
                        event.cancel();
                    }
                }
                stream.closeNow();
            }
            for (var report : house.engine.monitor().domains()) {
                House.until("nothing is queued", () -> house.report(report.domain()).queued() == 0);
            }
            House.until("no instance", () -> house.report(house.device(0)).instanceBytes() == 0);
            assertEquals(0, house.engine.memories.hostMemory.used());
            assertTrue(house.engine.monitor().streams().isEmpty());
            assertFalse(
                    house.engine.monitor().workers().stream()
                            .anyMatch(worker -> worker.queued() != 0));
        }
    }
}
