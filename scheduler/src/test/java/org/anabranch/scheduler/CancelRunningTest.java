package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.faulty.Fault;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.FaultyDevice;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.pool.WorkerThread;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A9: what runs on a device that can end it is ended by cancelling. */
@Timeout(60)
class CancelRunningTest {
    private static final FaultPlan HANG = FaultPlan.parse("hang at 1");

    @Test
    void a9_a_running_kernel_that_is_cancelled_is_ended_and_its_device_comes_back() {
        try (House house = House.faulty(HANG, 1)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            try (Stream stream = device.stream()) {
                Event endless = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
                House.until("it runs", () -> endless.state() == Event.State.RUNNING);
                assertFalse(endless.cancel());
                String message =
                        assertThrows(ActionCancelledException.class, endless::await).getMessage();
                assertEquals(Event.State.CANCELLED, endless.state());
                assertTrue(message.contains("was cancelled while it ran, which cost"), message);
                stream.closeNow();
            }
            House.until("it comes back", () -> house.platform.domains().size() == 2);
            assertEquals(2, house.device(0).generation());
        }
    }

    @Test
    void a9_what_waits_in_a_lane_and_is_cancelled_costs_no_device() {
        ReferenceBackend one =
                new ReferenceBackend(
                        List.of(DeviceInfo.plain("reference:0", 1, House.MEGABYTE, "java")), false);
        FaultyBackend backend = new FaultyBackend(one, HANG);
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            try (Stream first = device.stream();
                    Stream second = device.stream()) {
                Event slow = first.run(Kernels.FILL, x.all().out(), Argument.of(1L));
                House.until("it runs", () -> slow.state() == Event.State.RUNNING);
                Event queued = second.run(Kernels.FILL, y.all().out(), Argument.of(2L));
                House.until("it is the device's", () -> queued.state() == Event.State.RUNNING);
                assertFalse(queued.cancel());
                assertFalse(queued.await(Duration.ofSeconds(5)));
                assertEquals(Domain.State.ACTIVE, device.state());
                backend.device(device.id()).orElseThrow().resume();
                slow.await();
                queued.await();
            }
        }
    }

    @Test
    void a9_a_scope_that_is_cancelled_ends_its_kernels_on_devices() {
        try (House house = House.faulty(HANG, 1);
                Finish finish = house.platform.finish()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event endless =
                    finish.async(
                            Place.kind("faulty"), Kernels.FILL, x.all().out(), Argument.of(1L));
            House.until("it runs", () -> endless.state() == Event.State.RUNNING);
            finish.cancel();
            assertThrows(ActionCancelledException.class, finish::close);
        }
    }

    @Test
    void a9_what_cannot_be_ended_is_said() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Said said = new Said()) {
            Gate gate = new Gate();
            Event kept =
                    stream.run(
                            gate.fill,
                            house.platform.buffer(JAVA_LONG, 1).all().out(),
                            Argument.of(1L));
            gate.awaitEntered();
            assertFalse(kept.cancel());
            House.until("it is said", () -> said.has("cannot be ended on reference:0"));
            gate.open();
            kept.await();
            assertEquals(1, said.with("cannot be ended on reference:0").size());
        }
    }

    /** Notes the indices that it is run for, then stands at a gate; says what that left behind. */
    private static Kernel gated(Gate gate, Set<Long> begun, Set<Boolean> places) {
        return Kernel.of("gated loop", Parameter.out("x"))
                .java(
                        (piece, arguments) -> {
                            begun.add(piece.low0());
                            places.add(Thread.currentThread() instanceof WorkerThread);
                            gate.pass();
                            LoopKernels.each(
                                    piece, i -> arguments.segment(0).setAtIndex(JAVA_LONG, i, 7));
                        });
    }

    @Test
    void a9_a_shared_loop_that_is_cancelled_in_the_middle_takes_no_more() {
        try (House house = House.devices(1)) {
            Gate gate = new Gate();
            Set<Long> begun = ConcurrentHashMap.newKeySet();
            Set<Boolean> places = ConcurrentHashMap.newKeySet();
            Buffer x = house.platform.buffer(JAVA_LONG, 10_000);
            Finish finish = house.platform.finish();
            Event loop =
                    finish.forasync(
                            Loop.of(0, 10_000).tile(1),
                            gated(gate, begun, places),
                            x.out(Mapping.each()));
            House.until("host and device are at work", () -> places.size() == 2);
            assertFalse(loop.cancel(), "a part of it has begun");
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(Event.State.CANCELLED, loop.state());
            int ran = begun.size();
            assertTrue(ran < 9_000, () -> ran + " tiles ran");
            assertThrows(UndefinedDataException.class, x::read);
            try (Finish after = house.platform.finish()) {
                after.forasync(Loop.of(0, 10_000), Kernels.FILL, x.all().out(), Argument.of(4L));
            }
            assertArrayEquals(Kernels.filled(10_000, 4), Kernels.content(x));
            assertEquals(ran, begun.size(), "nothing of it runs on");
            assertEquals(Domain.State.ACTIVE, house.device(0).state());
            x.close();
            House.until("all is let go", () -> house.engine.memories.hostMemory.used() == 0);
        }
    }

    /** The part that no worker has taken is one piece, which does not run. */
    @Test
    void a9_a_shared_loop_that_is_cancelled_asks_its_mapping_once_more() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Buffer x = house.platform.buffer(JAVA_LONG, 8)) {
            Gate gate = new Gate();
            AtomicInteger asked = new AtomicInteger();
            Finish finish = house.platform.finish();
            Event loop =
                    finish.forasync(
                            Loop.of(0, 1000).tile(1),
                            Kernel.of("waits", Parameter.inOut("x"))
                                    .java((piece, arguments) -> gate.pass()),
                            x.inOut(
                                    (piece, shape) -> {
                                        asked.incrementAndGet();
                                        return Region.of(0, 8);
                                    }));
            gate.awaitEntered();
            int before = asked.get();
            assertFalse(loop.cancel(), "a part of it has begun");
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(before + 1, asked.get());
        }
    }

    /** The first of two pieces that is ended there costs the device, and so the other one. */
    @Test
    void a9_a_piece_of_a_cancelled_loop_does_not_move() {
        FaultyBackend backend =
                new FaultyBackend(House.reference(1), FaultPlan.parse("hang at 1; hang at 2"));
        AtomicInteger ran = new AtomicInteger();
        Kernel counts =
                Kernel.of("counts", Parameter.out("x"))
                        .java((piece, arguments) -> ran.incrementAndGet());
        try (House house = House.of(House.SETTINGS.withWorkers(1)).plug(backend, 1)) {
            Domain device = house.device(0);
            FaultyDevice first = backend.device("faulty:0").orElseThrow();
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 1_000);
            Finish finish = house.platform.finish();
            finish.async(gate::pass);
            gate.awaitEntered();
            Event loop = finish.forasync(Loop.of(0, 1_000).tile(1), counts, x.out(Mapping.each()));
            House.until("two hang", () -> ran.get() > 1 && ran.get() == runs(first));
            assertFalse(loop.cancel());
            House.until("the device is gone", () -> device.state() == Domain.State.GONE);
            int before = ran.get();
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(before, ran.get(), "nothing of it runs elsewhere");
        }
    }

    private static long runs(FaultyDevice device) {
        return device.count(Fault.Operation.RUN);
    }

    @Test
    void a9_what_ends_by_itself_after_it_was_cancelled_costs_no_device() {
        try (House house = House.faulty(FaultPlan.NONE, 1);
                Stream stream = house.device(0).stream()) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event kept = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            gate.awaitEntered();
            assertFalse(kept.cancel());
            gate.open();
            kept.await();
            assertEquals(Domain.State.ACTIVE, house.device(0).state());
        }
    }

    /** As if the operation were still on its way to the device. */
    @Test
    void a9_a_device_that_could_not_end_it_at_first_is_asked_again() {
        AtomicInteger asked = new AtomicInteger();
        Backend late =
                new OtherAbandonment(
                        new FaultyBackend(House.reference(1), HANG),
                        device ->
                                asked.incrementAndGet() == 1
                                        ? Optional.of(false)
                                        : Optional.empty());
        try (House house = House.of(House.SETTINGS).plug(late, 1);
                Said said = new Said();
                Stream stream = house.device(0).stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event endless = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
            House.until("it runs", () -> endless.state() == Event.State.RUNNING);
            assertFalse(endless.cancel());
            assertThrows(ActionCancelledException.class, endless::await);
            assertEquals(2, asked.get());
            assertEquals(1, said.with("cannot be ended on").size());
            stream.closeNow();
        }
    }

    @Test
    void a9_a_shared_loop_that_has_not_begun_does_not_begin() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Buffer x = house.platform.buffer(JAVA_LONG, 1_000)) {
            Gate gate = new Gate();
            Finish finish = house.platform.finish();
            finish.async(gate::pass);
            gate.awaitEntered();
            Event loop =
                    finish.forasync(
                            Loop.of(0, 1_000).tile(1), LoopKernels.COUNT, LoopKernels.count(x));
            assertTrue(loop.cancel(), "nothing of it runs");
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(Event.State.CANCELLED, loop.state());
            assertFalse(loop.cancel(), "it has ended");
        }
    }

    @Test
    void a9_a_shared_loop_is_ended_where_its_device_hangs() {
        FaultyBackend backend = new FaultyBackend(House.reference(1), HANG);
        try (House house = House.of(House.SETTINGS).plug(backend, 1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1_000);
            Finish finish = house.platform.finish();
            Event loop =
                    finish.forasync(
                            Place.kind("faulty"),
                            Loop.of(0, 1_000).tile(1),
                            LoopKernels.SEVEN,
                            x.out(Mapping.each()));
            FaultyDevice first = backend.device("faulty:0").orElseThrow();
            House.until("it hangs", () -> first.count(Fault.Operation.RUN) > 0);
            assertFalse(loop.cancel());
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(Event.State.CANCELLED, loop.state());
            House.until("it comes back", () -> house.platform.domains().size() == 2);
        }
    }

    @Test
    void a9_a_shared_loop_of_a_cancelled_scope_takes_no_more() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Buffer x = house.platform.buffer(JAVA_LONG, 8)) {
            Gate gate = new Gate();
            Set<Long> asked = ConcurrentHashMap.newKeySet();
            Finish finish = house.platform.finish();
            finish.async(gate::pass);
            gate.awaitEntered();
            Event loop =
                    finish.forasync(
                            Loop.of(0, 1L << 40).tile(1),
                            LoopKernels.COUNT,
                            x.inOut(
                                    (piece, shape) -> {
                                        asked.add(piece.low0());
                                        return Region.of(0, 8);
                                    }));
            int before = asked.size();
            finish.cancel();
            gate.open();
            assertThrows(ActionCancelledException.class, finish::close);
            assertEquals(Event.State.CANCELLED, loop.state());
            assertTrue(asked.size() <= before + 1, "what nobody had taken is one piece");
        }
    }
}
