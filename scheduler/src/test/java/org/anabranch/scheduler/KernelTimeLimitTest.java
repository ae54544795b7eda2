package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.KernelTimeoutException;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.faulty.FaultyDevice;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A9: a kernel may be given a limit of time. */
@Timeout(60)
class KernelTimeLimitTest {
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final StreamOptions LIMITED = StreamOptions.DEFAULT.limitedTo(SHORT);

    /** Ends when it is interrupted. */
    private static final Kernel OBEDIENT =
            Kernel.of("obedient", Parameter.inOut("data"))
                    .java((piece, arguments) -> new CountDownLatch(1).await());

    /** Does not end before the gate is open, and counts interrupts. */
    private static Kernel deaf(CountDownLatch gate, AtomicInteger interrupts) {
        return Kernel.of("deaf", Parameter.inOut("data"))
                .java(
                        (piece, arguments) -> {
                            while (gate.getCount() > 0) {
                                try {
                                    gate.await();
                                } catch (InterruptedException counted) {
                                    interrupts.incrementAndGet();
                                }
                            }
                            Kernels.each(arguments, 0, old -> 7);
                        });
    }

    private static String timedOut(Stream stream, Event event) {
        assertThrows(KernelTimeoutException.class, event::await);
        assertThrows(KernelTimeoutException.class, stream::await);
        assertEquals(Event.State.FAILED, event.state());
        return event.failure().orElseThrow().getMessage();
    }

    @Test
    void a9_a_kernel_on_the_host_is_interrupted_and_fails_by_name() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream(LIMITED);
                Stream other = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event endless = stream.run(OBEDIENT, x.all().inOut());
            Event after = stream.run(Kernels.LOOK, x.all().in());
            String message = timedOut(stream, endless);
            assertTrue(message.startsWith("kernel obedient (action 1 of stream "), message);
            assertTrue(message.contains(", enqueued at "), message);
            assertTrue(
                    message.contains(" ran on host for longer than its limit of 50 ms"), message);
            assertTrue(message.matches("(?s).* 50 ms, since [0-9:.]{12}, and .*"), message);
            assertTrue(message.contains("InterruptedException"), message);
            assertThrows(ActionCancelledException.class, after::await);
            AtomicInteger flags = new AtomicInteger();
            Kernel look =
                    Kernel.of("flag", Parameter.out("x"))
                            .java(
                                    (piece, arguments) ->
                                            flags.addAndGet(
                                                    Thread.currentThread().isInterrupted()
                                                            ? 1
                                                            : 0));
            for (int i = 0; i < 10; i++) {
                other.run(look, x.all().out()).await();
            }
            assertEquals(0, flags.get());
        }
    }

    @Test
    void a9_a_kernel_that_does_not_answer_keeps_its_event_but_not_its_worker() {
        try (House house = House.of(House.SETTINGS.withWorkers(1));
                Stream stream = house.host0().stream(LIMITED);
                Stream other = house.host0().stream()) {
            CountDownLatch gate = new CountDownLatch(1);
            AtomicInteger interrupts = new AtomicInteger();
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Buffer y = house.platform.buffer(JAVA_LONG, 1);
            Event deaf = stream.run(deaf(gate, interrupts), x.all().inOut());
            House.until("it is interrupted", () -> interrupts.get() == 1);
            for (int i = 0; i < 100; i++) {
                other.run(Kernels.ADD, y.all().inOut(), Argument.of(1L)).await();
            }
            assertEquals(Event.State.RUNNING, deaf.state());
            gate.countDown();
            assertTrue(timedOut(stream, deaf).contains("was interrupted"));
            assertEquals(1, interrupts.get());
            other.run(Kernels.ADD, y.all().inOut(), Argument.of(1L)).await();
            assertEquals(101, Kernels.content(y)[0]);
        }
    }

    @Test
    void a9_all_workers_of_a_shared_loop_are_interrupted_and_the_rest_is_not_begun() {
        try (House house = House.host();
                Stream stream = house.host0().stream(LIMITED)) {
            AtomicInteger begun = new AtomicInteger();
            Kernel each =
                    Kernel.of("each", Parameter.inOut("data"))
                            .java(
                                    (piece, arguments) -> {
                                        begun.incrementAndGet();
                                        new CountDownLatch(1).await();
                                    });
            Buffer x = house.platform.buffer(JAVA_LONG, 100);
            Event event = stream.run(each, Loop.of(0, 100).tile(1), x.inOut(Mapping.each()));
            assertTrue(timedOut(stream, event).startsWith("kernel each"));
            assertTrue(begun.get() <= 3, "begun: " + begun);
        }
    }

    @Test
    void a9_a_kernel_that_is_quick_enough_is_none_the_worse() {
        try (House house = House.devices(1);
                Stream stream =
                        house.platform.stream(
                                StreamOptions.DEFAULT.limitedTo(Duration.ofHours(1)))) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            for (int i = 0; i < 1000; i++) {
                stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            }
            stream.await();
            assertEquals(1000, Kernels.content(x)[0]);
        }
    }

    @Test
    void a9_a_device_that_can_end_a_kernel_does_so_and_comes_back() {
        FaultyBackend backend = new FaultyBackend(House.reference(2), FaultPlan.parse("hang at 3"));
        try (House house = House.of(House.SETTINGS).plug(backend, 2)) {
            Domain device = house.device(0);
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            try (Stream stream = device.stream(LIMITED);
                    Stream innocent = device.stream();
                    Stream elsewhere = house.device(1).stream()) {
                stream.prefetch(x.all()).await();
                stream.prefetch(y.all()).await();
                Event endless = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
                Event after = stream.run(Kernels.LOOK, x.all().in());
                String message = timedOut(stream, endless);
                assertTrue(message.contains("kernel add (action 3 of stream "), message);
                assertTrue(message.contains(device.id()), message);
                assertTrue(message.contains("limit of 50 ms"), message);
                assertTrue(message.contains("enqueued at"), message);
                assertThrows(ActionCancelledException.class, after::await);
                House.until("it is gone", () -> device.state() == Domain.State.GONE);
                elsewhere.run(Kernels.FILL, y.all().out(), Argument.of(3L));
                assertThrows(
                        AnabranchException.class, () -> innocent.run(Kernels.LOOK, y.all().in()));
                stream.closeNow();
            }
            assertEquals(3, Kernels.content(y)[0]);
            House.until("it comes back", () -> house.platform.domains().size() == 3);
        }
    }

    @Test
    void a9_what_waits_in_the_lane_of_a_device_has_time() {
        ReferenceBackend one = new ReferenceBackend(List.of(laneOf("reference:0")), false);
        try (House house = House.of(House.SETTINGS).plug(one, 1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            try (Stream free = house.device(0).stream();
                    Stream limited = house.device(0).stream(LIMITED)) {
                Gate gate = new Gate();
                Event first = free.run(gate.fill, x.all().out(), Argument.of(1L));
                gate.awaitEntered();
                Event queued = limited.run(Kernels.FILL, y.all().out(), Argument.of(2L));
                assertFalse(queued.await(SHORT.multipliedBy(6)));
                gate.open();
                queued.await();
                first.await();
            }
        }
    }

    private static DeviceInfo laneOf(String id) {
        return new DeviceInfo(
                id,
                1,
                1,
                Map.of(MemoryKind.NORMAL, House.MEGABYTE),
                Set.of(KernelCode.JAVA),
                false,
                false,
                Map.of());
    }

    @Test
    void a9_a_device_that_can_end_nothing_says_so_in_the_end() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream(LIMITED)) {
            CountDownLatch gate = new CountDownLatch(1);
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            try (Said said = new Said()) {
                Event deaf = stream.run(deaf(gate, new AtomicInteger()), x.all().inOut());
                House.until("it is said", () -> said.has("cannot be ended there"));
                assertEquals(Event.State.RUNNING, deaf.state());
                gate.countDown();
                assertTrue(
                        timedOut(stream, deaf)
                                .contains("cannot be ended there; it was over after"));
            }
            assertEquals(Domain.State.ACTIVE, house.device(0).state());
        }
    }

    @Test
    void a9_a_limit_of_a_scope_holds_for_scopes_within() {
        try (House house = House.host()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            AnabranchException thrown =
                    assertThrows(
                            ActionFailedException.class,
                            () -> {
                                try (Finish outer =
                                        house.platform.finish(
                                                FinishOptions.DEFAULT.limitedTo(SHORT))) {
                                    outer.async(() -> nested(house, x));
                                }
                            });
            assertInstanceOf(KernelTimeoutException.class, thrown.getCause());
            assertTrue(thrown.getMessage().contains("kernel obedient"), thrown::getMessage);
        }
    }

    private static void nested(House house, Buffer x) {
        try (Finish inner = house.platform.finish()) {
            inner.async(OBEDIENT, x.all().inOut());
        }
    }

    @Test
    void a9_a_kernel_that_cost_a_device_its_life_by_its_limit_is_not_run_elsewhere() {
        FaultyBackend backend = new FaultyBackend(House.reference(2), FaultPlan.parse("hang at 1"));
        AtomicInteger runs = new AtomicInteger();
        Kernel counted =
                Kernel.of("counted", Parameter.out("data"))
                        .java((piece, arguments) -> runs.incrementAndGet());
        try (House house = House.of(House.SETTINGS).plug(backend, 2);
                Finish finish = house.platform.finish(FinishOptions.DEFAULT.limitedTo(SHORT))) {
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event event = finish.async(Place.kind("faulty"), counted, x.all().out());
            assertInstanceOf(
                    KernelTimeoutException.class,
                    assertThrows(AnabranchException.class, event::await));
            assertThrows(KernelTimeoutException.class, finish::close);
            assertTrue(runs.get() <= 1, "it was run elsewhere");
        }
    }

    /**
     * Each device vanishes when it is to end an operation, and says of none that it was to blame.
     */
    @Test
    void a9_a_kernel_beyond_its_limit_does_not_move_either_if_nobody_is_blamed() {
        Backend silent =
                new OtherAbandonment(
                        new FaultyBackend(House.reference(2), FaultPlan.parse("hang at 1")),
                        device -> {
                            ((FaultyDevice) device).lose();
                            return Optional.of(true);
                        });
        AtomicInteger runs = new AtomicInteger();
        Kernel counted =
                Kernel.of("counted", Parameter.out("data"))
                        .java((piece, arguments) -> runs.incrementAndGet());
        try (House house = House.of(House.SETTINGS).plug(silent, 2)) {
            Finish finish = house.platform.finish(FinishOptions.DEFAULT.limitedTo(SHORT));
            Buffer x = house.platform.buffer(JAVA_LONG, 1);
            Event event = finish.async(Place.kind("faulty"), counted, x.all().out());
            assertThrows(KernelTimeoutException.class, event::await);
            assertThrows(KernelTimeoutException.class, finish::close);
            assertTrue(runs.get() <= 1, "it was run elsewhere");
        }
    }

    @Test
    void a9_a_limit_is_positive() {
        assertThrows(
                IllegalArgumentException.class,
                () -> StreamOptions.DEFAULT.limitedTo(Duration.ZERO));
        assertThrows(
                IllegalArgumentException.class,
                () -> FinishOptions.DEFAULT.limitedTo(Duration.ofSeconds(-1)));
    }
}
