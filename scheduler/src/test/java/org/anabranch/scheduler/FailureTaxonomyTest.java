package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.faulty.Fault;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The nine situations of failure, F1 to F9. */
@Timeout(120)
class FailureTaxonomyTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void F1_only_what_depends_on_a_failure_is_cancelled_until_it_is_overwritten(int domain) {
        try (House house = House.devices(1)) {
            Stream stream = house.platform.domains().get(domain).stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 20);
            Buffer y = house.platform.buffer(JAVA_LONG, 20);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
            Event failed = stream.run(Kernels.FAIL, x.elements(0, 10).inOut());
            Event needs = stream.run(Kernels.MOVE, x.elements(5, 10).in(), y.elements(0, 10).out());
            Event needsThat = stream.run(Kernels.LOOK, y.elements(9, 2).in());
            Event apart = stream.run(Kernels.ADD, x.elements(10, 10).inOut(), Argument.of(1L));
            Event overwrites = stream.run(Kernels.FILL, x.elements(0, 10).out(), Argument.of(5L));
            Event afterwards = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            var thrown = assertThrows(ActionFailedException.class, stream::await);
            assertInstanceOf(IllegalStateException.class, thrown.getCause());
            assertEquals(Event.State.FAILED, failed.state());
            assertEquals(Event.State.CANCELLED, needs.state());
            assertEquals(Event.State.CANCELLED, needsThat.state());
            assertSame(thrown.getCause(), needsThat.failure().orElseThrow().getCause());
            assertEquals(Event.State.DONE, apart.state());
            assertEquals(Event.State.DONE, overwrites.state());
            assertEquals(Event.State.DONE, afterwards.state());
            long[] content = Kernels.content(x);
            assertEquals(6, content[0]);
            assertEquals(3, content[19]);
            assertThrows(UndefinedDataException.class, y::read);
            stream.await();
            stream.close();
        }
    }

    @Test
    void F1_any_throwable_ends_its_action_and_nothing_else() {
        try (House house = House.devices(1)) {
            for (Domain domain : house.platform.domains()) {
                for (Error error :
                        List.of(new StackOverflowError(), new OutOfMemoryError("by plan"))) {
                    Kernel kernel =
                            Kernel.of("error", Parameter.in("x"))
                                    .java(
                                            (piece, arguments) -> {
                                                throw error;
                                            });
                    Stream stream = domain.stream();
                    Buffer x = house.platform.buffer(JAVA_LONG, 4);
                    Event event = stream.run(kernel, x.all().in());
                    assertSame(
                            error,
                            assertThrows(ActionFailedException.class, event::await).getCause());
                    stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
                    stream.closeNow();
                }
            }
        }
    }

    @Test
    void F2_a_scope_waits_for_kernels_everywhere_and_throws_one_with_the_rest_suppressed() {
        try (House house = House.devices(1)) {
            List<Event> events = new ArrayList<>();
            Finish finish = house.platform.finish();
            for (int i = 0; i < 30; i++) {
                Buffer x = house.platform.buffer(JAVA_LONG, 4);
                events.add(
                        finish.async(
                                house.platform.domains().get(i % 2),
                                Kernels.FAIL,
                                x.all().inOut()));
                finish.async(
                        () -> {
                            throw new IllegalArgumentException();
                        });
            }
            var thrown = assertThrows(ActionFailedException.class, finish::close);
            assertTrue(events.stream().allMatch(event -> event.state() == Event.State.FAILED));
            assertEquals(16, thrown.getSuppressed().length);
            assertTrue(thrown.getMessage().contains("59 more"), thrown.getMessage());
        }
    }

    private record Plugged(House house, FaultyBackend backend) {
        static Plugged with(FaultPlan plan) {
            FaultyBackend backend = new FaultyBackend(House.reference(1), plan);
            return new Plugged(House.of(House.SETTINGS).plug(backend, 1), backend);
        }
    }

    @Test
    void F3_what_was_in_flight_is_lost_what_depends_on_it_cancelled_the_rest_goes_on() {
        Plugged plugged = Plugged.with(FaultPlan.NONE);
        try (House house = plugged.house()) {
            Domain device = house.device(0);
            Stream stream = device.stream();
            Stream host = house.host0().stream();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            Event flying = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event depends = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            gate.awaitEntered();
            plugged.backend().unplug("faulty:0");
            assertThrows(DomainLostException.class, flying::await);
            assertEquals(Event.State.LOST, flying.state());
            assertThrows(ActionCancelledException.class, depends::await);
            assertEquals(Domain.State.GONE, device.state());
            assertThrows(DomainClosedException.class, () -> stream.run(Kernels.LOOK, x.all().in()));
            host.run(Kernels.ADD, y.all().inOut(), Argument.of(1L)).await();
            host.run(Kernels.FILL, x.all().out(), Argument.of(9L)).await();
            assertArrayEquals(Kernels.filled(10, 9), Kernels.content(x));
            gate.open();
            assertThrows(AnabranchException.class, stream::close);
            host.close();
        }
    }

    @Test
    void F3_only_data_whose_only_copy_was_there_is_lost() {
        Plugged plugged = Plugged.with(FaultPlan.NONE);
        try (House house = plugged.house()) {
            Stream stream = house.device(0).stream();
            Buffer away = house.platform.buffer(JAVA_LONG, 10);
            Buffer home = house.platform.buffer(JAVA_LONG, 10);
            Buffer half = house.platform.buffer(JAVA_LONG, 10);
            stream.run(Kernels.FILL, away.all().out(), Argument.of(1L));
            stream.run(Kernels.FILL, home.all().out(), Argument.of(2L));
            stream.run(Kernels.FILL, half.elements(0, 5).out(), Argument.of(3L));
            stream.fetch(home.all());
            stream.await();
            plugged.backend().unplug("faulty:0");
            House.until(
                    "it is gone", () -> house.platform.domains().size() == 1 || probe(house, away));
            assertThrows(DomainLostException.class, away::read);
            assertArrayEquals(Kernels.filled(10, 2), Kernels.content(home));
            assertThrows(DomainLostException.class, half::read);
            try (Stream host = house.host0().stream()) {
                host.run(Kernels.ADD, half.elements(5, 5).inOut(), Argument.of(1L)).await();
                Event gone = host.run(Kernels.LOOK, half.elements(4, 1).in());
                assertInstanceOf(
                        DomainLostException.class,
                        root(assertThrows(AnabranchException.class, gone::await)));
                host.run(Kernels.FILL, half.elements(0, 5).out(), Argument.of(7L)).await();
                assertThrows(AnabranchException.class, host::await);
            }
            assertEquals(7, Kernels.content(half)[0]);
            stream.closeNow();
        }
    }

    @Test
    void F3_a_lost_part_takes_the_whole_device_with_it_which_comes_back() {
        Plugged plugged = Plugged.with(FaultPlan.NONE);
        try (House house = plugged.house()) {
            Domain device = house.device(0);
            Stream stream = device.part(ProcessorMask.of(0, 1)).stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
            Gate gate = new Gate();
            Event lost = stream.run(gate.fill, x.all().out(), Argument.of(2L));
            gate.awaitEntered();
            plugged.backend().unplug("faulty:0");
            assertThrows(AnabranchException.class, lost::await);
            gate.open();
            House.until("the whole is gone", () -> device.state() == Domain.State.GONE);
            plugged.backend().plug("faulty:0");
            House.until("it is back", () -> house.platform.domains().size() == 2);
            stream.closeNow();
        }
    }

    /** A loss is noticed when the device is used. */
    private static boolean probe(House house, Buffer away) {
        try (Stream stream = house.host0().stream()) {
            stream.run(Kernels.LOOK, away.all().in()).await();
        } catch (AnabranchException lost) {
            return house.platform.domains().size() == 1;
        }
        return false;
    }

    private static Throwable root(AnabranchException thrown) {
        Throwable root = thrown;
        while (root.getCause() instanceof AnabranchException deeper) {
            root = deeper;
        }
        return root;
    }

    @Test
    void b5_a_kernel_that_cost_a_device_its_life_is_not_run_on_another() {
        FaultyBackend backend =
                new FaultyBackend(House.reference(2), FaultPlan.parse("crash run at 1"));
        try (House house = House.of(House.SETTINGS).plug(backend, 2)) {
            Buffer from = house.platform.buffer(JAVA_LONG, 10);
            Buffer to = house.platform.buffer(JAVA_LONG, 10);
            try (Stream stream = house.device(0).stream()) {
                stream.prefetch(from.all()).await();
            }
            Finish finish = house.platform.finish();
            Event event =
                    finish.async(
                            Place.kind("faulty"), Kernels.MOVE, from.all().in(), to.all().out());
            DomainLostException lost = assertThrows(DomainLostException.class, event::await);
            assertTrue(lost.getMessage().contains(Kernels.MOVE.name()), lost::getMessage);
            assertTrue(lost.getMessage().contains("faulty:0"), lost::getMessage);
            assertTrue(lost.getMessage().contains("not run elsewhere"), lost::getMessage);
            assertThrows(DomainLostException.class, finish::close);
            assertEquals(0, backend.device("faulty:1").orElseThrow().count(Fault.Operation.RUN));
        }
    }

    /** Both devices are so slow that little of the loop is done when the loss is known. */
    @Test
    void b5_a_loop_whose_kernel_cost_a_device_its_life_ends_with_that() {
        AtomicInteger ran = new AtomicInteger();
        Kernel counts =
                Kernel.of("counts", Parameter.out("x"))
                        .java((piece, arguments) -> ran.addAndGet((int) piece.count(0)));
        FaultPlan slow = FaultPlan.parse("cost run 500000 0");
        FaultPlan crash = slow.with(new Fault.CrashAt(Fault.Operation.RUN, 1));
        try (House house = House.host().plug(faulty(0, crash), 1).plug(faulty(1, slow), 1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 4096);
            Finish finish = house.platform.finish();
            Event loop =
                    finish.forasync(
                            Place.kind("faulty"),
                            Loop.of(0, 4096).tile(1),
                            counts,
                            x.out(Mapping.each()));
            DomainLostException lost = assertThrows(DomainLostException.class, loop::await);
            assertTrue(lost.getMessage().contains("counts"), lost::getMessage);
            assertTrue(lost.getMessage().contains("faulty:0"), lost::getMessage);
            assertThrows(DomainLostException.class, finish::close);
            assertTrue(ran.get() < 2048, "the rest was handed out: " + ran);
        }
    }

    private static FaultyBackend faulty(int number, FaultPlan plan) {
        DeviceInfo info = House.info(number, House.MEGABYTE, false);
        return new FaultyBackend(new ReferenceBackend(List.of(info), false), plan);
    }

    @Test
    void F3_a_task_for_anywhere_moves_if_its_data_is_elsewhere_and_not_updated() {
        Plugged plugged = Plugged.with(FaultPlan.parse("lose at 2"));
        try (House house = plugged.house()) {
            Buffer from = house.platform.buffer(JAVA_LONG, 10);
            Buffer to = house.platform.buffer(JAVA_LONG, 10);
            from.write().setAtIndex(JAVA_LONG, 9, 4);
            Event event;
            try (Stream stream = house.device(0).stream();
                    Finish finish = house.platform.finish()) {
                stream.prefetch(from.all()).await();
                Gate busy = new Gate();
                for (int i = 0; i < 3; i++) {
                    finish.async(busy::pass);
                }
                event =
                        finish.async(
                                Place.anywhere(), Kernels.MOVE, from.all().in(), to.all().out());
                busy.open();
                event.await();
            }
            assertEquals(4, Kernels.content(to)[9]);
            assertTrue(
                    event.domain().orElseThrow().isHost()
                            || event.domain().orElseThrow().generation() > 0);
        }
    }

    @Test
    void F3_F8_a_device_that_returns_is_a_new_domain_of_the_next_generation() {
        Plugged plugged = Plugged.with(FaultPlan.NONE);
        try (House house = plugged.house()) {
            Domain old = house.device(0);
            Stream stream = old.stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
            plugged.backend().unplug("faulty:0");
            House.until("its loss is seen", () -> old.state() == Domain.State.GONE);
            assertThrows(
                    DomainClosedException.class,
                    () -> stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)));
            plugged.backend().plug("faulty:0");
            House.until("the device is back", () -> house.platform.domains().size() == 2);
            Domain back = house.device(0);
            assertNotEquals(old, back);
            assertEquals(old.id(), back.id());
            assertEquals(old.generation() + 1, back.generation());
            assertEquals(Domain.State.GONE, old.state());
            assertEquals(Domain.State.ACTIVE, back.state());
            try (Stream again = back.stream()) {
                again.run(Kernels.FILL, x.all().out(), Argument.of(2L)).await();
            }
            assertArrayEquals(Kernels.filled(10, 2), Kernels.content(x));
            stream.closeNow();
        }
    }

    @Test
    void F4_an_unplug_lets_work_end_brings_data_home_and_refuses_more() {
        ReferenceBackend backend = House.reference(1);
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Domain device = house.device(0);
            Stream stream = device.stream();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event first = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event second = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            gate.awaitEntered();
            Thread unplug = Thread.ofPlatform().start(() -> house.engine.remove(backend));
            House.until("it drains", () -> device.state() == Domain.State.DRAINING);
            assertThrows(DomainClosedException.class, () -> stream.run(Kernels.LOOK, x.all().in()));
            assertThrows(DomainClosedException.class, device::stream);
            assertThrows(DomainClosedException.class, () -> stream.prefetch(x.all()));
            gate.open();
            House.until("it ends", () -> !unplug.isAlive());
            assertEquals(Event.State.DONE, first.state());
            assertEquals(Event.State.DONE, second.state());
            assertEquals(Domain.State.GONE, device.state());
            assertArrayEquals(Kernels.filled(10, 2), Kernels.content(x));
            stream.close();
        }
    }

    @Test
    void F5_memory_is_exhausted_by_a_typed_error_and_clean_copies_make_room_first() {
        ReferenceBackend small = new ReferenceBackend(List.of(House.info(0, 1000, false)), false);
        try (House house = House.of(House.SETTINGS).plug(small, 1)) {
            Stream stream = house.device(0).stream();
            Buffer first = house.platform.buffer(JAVA_LONG, 100);
            Buffer second = house.platform.buffer(JAVA_LONG, 100);
            Buffer tooBig = house.platform.buffer(JAVA_LONG, 126);
            first.write().fill((byte) 1);
            stream.prefetch(first.all()).await();
            stream.run(Kernels.FILL, second.all().out(), Argument.of(2L)).await();
            stream.run(Kernels.FILL, first.all().out(), Argument.of(1L)).await();
            assertFalse(house.device(0).holds(second), "its only copy was brought home");
            stream.fetch(second.all()).await();
            stream.run(Kernels.FILL, first.all().out(), Argument.of(3L)).await();
            Event never = stream.run(Kernels.FILL, tooBig.all().out(), Argument.of(1L));
            assertInstanceOf(MemoryExhaustedException.class, refusal(never));
            assertTrue(never.failure().orElseThrow().getMessage().contains(tooBig.name()));
            assertArrayEquals(Kernels.filled(100, 2), Kernels.content(second));
            assertArrayEquals(Kernels.filled(100, 3), Kernels.content(first));
            stream.closeNow();
        }
    }

    private static Throwable refusal(Event event) {
        House.until("it settles", event::isSettled);
        AnabranchException failure = event.failure().orElseThrow();
        return failure instanceof MemoryExhaustedException ? failure : failure.getCause();
    }

    @Test
    void F6_close_waits_and_closeNow_cancels() {
        try (House house = House.host()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            for (boolean now : new boolean[] {false, true}) {
                Gate gate = new Gate();
                Stream stream = house.host0().stream();
                Event running = stream.run(gate.fill, x.all().out(), Argument.of(1L));
                Event queued = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
                gate.awaitEntered();
                Thread closer = Thread.ofPlatform().start(now ? stream::closeNow : stream::close);
                House.until("the intake is closed", () -> refuses(stream, x));
                gate.open();
                House.until("close returns", () -> !closer.isAlive());
                assertEquals(Event.State.DONE, running.state());
                assertEquals(now ? Event.State.CANCELLED : Event.State.DONE, queued.state());
            }
        }
    }

    private static boolean refuses(Stream stream, Buffer x) {
        try {
            stream.fetch(x.elements(0, 1));
            return false;
        } catch (ClosedException closed) {
            return true;
        }
    }

    @Test
    void F7_a_program_that_ends_takes_everything_along() {
        try (House house = House.devices(1)) {
            BundlePlatform leaving = house.engine.platform("leaving");
            Buffer x = leaving.buffer(JAVA_LONG, 1000);
            Buffer mine = house.platform.buffer(JAVA_LONG, 10);
            Stream stream = leaving.domains().get(1).stream();
            Gate gate = new Gate();
            Event running = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event queued = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            Finish finish = leaving.finish();
            Event waits = finish.async(List.of(queued), () -> {});
            gate.awaitEntered();
            Thread end = Thread.ofPlatform().start(leaving::close);
            House.until("no new work is taken", () -> refusesNew(leaving));
            House.until(
                    "what has not begun is cancelled, and the rest waited for",
                    () -> end.getState() == Thread.State.TIMED_WAITING);
            gate.open();
            House.until("it ends", () -> !end.isAlive());
            House.until(
                    "all events",
                    () -> running.isSettled() && queued.isSettled() && waits.isSettled());
            assertEquals(Event.State.CANCELLED, queued.state());
            assertThrows(ClosedException.class, x::read);
            assertThrows(ActionCancelledException.class, finish::close);
            House.until(
                    "memory is free",
                    () -> house.engine.memories.hostMemory.used() == mine.shape().bytes());
            House.until(
                    "on the device, too", () -> house.report(house.device(0)).instanceBytes() == 0);
            try (Stream other = house.device(0).stream()) {
                other.run(Kernels.FILL, mine.all().out(), Argument.of(1L)).await();
            }
        }
    }

    private static boolean refusesNew(BundlePlatform platform) {
        try {
            platform.buffer(JAVA_LONG, 1).close();
            return false;
        } catch (ClosedException closed) {
            return true;
        }
    }

    @Test
    void F9_a_ring_of_waits_is_named_by_one_of_it() {
        try (House house = House.host()) {
            AtomicReference<Result<String>> left = new AtomicReference<>();
            AtomicReference<Result<String>> right = new AtomicReference<>();
            Gate gate = new Gate();
            try (Finish finish = house.platform.finish()) {
                left.set(finish.call(() -> other(gate, right)));
                right.set(finish.call(() -> other(gate, left)));
                gate.open();
                List<String> ends = List.of(left.get().get(), right.get().get());
                assertTrue(
                        ends.stream().anyMatch(end -> end.contains("waits for")), ends::toString);
            }
        }
    }

    private static String other(Gate gate, AtomicReference<Result<String>> awaited) {
        gate.pass();
        try {
            return awaited.get().get();
        } catch (DeadlockException ring) {
            return ring.getMessage();
        }
    }

    @Test
    void F1_F9_cancelling_a_wait_lets_go_on() {
        try (House house = House.host()) {
            Stream stream = house.host0().stream();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event running = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event queued = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            Event next = stream.run(Kernels.LOOK, x.all().in());
            gate.awaitEntered();
            assertFalse(running.cancel());
            assertTrue(queued.cancel());
            assertFalse(queued.cancel());
            assertEquals(Event.State.CANCELLED, queued.state());
            gate.open();
            assertThrows(ActionCancelledException.class, next::await);
            assertThrows(AnabranchException.class, stream::await);
            assertThrows(UndefinedDataException.class, x::read);
            stream.close();
        }
    }
}
