package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DeadlockException;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Loop;
import org.anabranch.api.LoopException;
import org.anabranch.api.Mapping;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.api.Result;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.api.UnknownDomainException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * INV_12: bad input gives a typed error that names the thing, at once, and nothing is hung or lost.
 */
@Timeout(60)
class BadInputTest {
    private final House house = House.devices(1);
    private final Stream stream = house.device(0).stream();
    private final Buffer x = house.platform.buffer(BufferOptions.named("pressure"), JAVA_LONG, 10);

    /** Whatever was refused, everything still works and nothing is left over. */
    @AfterEach
    @SuppressWarnings("try") // closing twice is part of the test
    void everything_still_works() {
        try (house;
                Stream other = house.device(0).stream()) {
            Buffer fine = house.platform.buffer(JAVA_LONG, 10);
            other.run(Kernels.FILL, fine.all().out(), Argument.of(3L)).await();
            assertEquals(3, Kernels.content(fine)[9]);
            stream.close();
            assertEquals(0, house.report(house.device(0)).queued());
            x.close();
            fine.close();
            assertEquals(0, house.engine.memories.hostMemory.used());
        }
    }

    private static <E extends AnabranchException> void refused(
            Class<E> type, String names, Executable bad) {
        E thrown = assertThrows(type, bad);
        assertTrue(thrown.getMessage().contains(names), thrown.getMessage());
    }

    @Test
    void INV_12_ranges_outside_their_buffer() {
        refused(RangeException.class, "pressure", () -> x.elements(5, 6));
        refused(RangeException.class, "pressure", () -> x.elements(-1, 1));
        refused(RangeException.class, "pressure", () -> x.elements(1, Long.MAX_VALUE));
        refused(RangeException.class, "pressure", () -> x.range(Region.of(72, 9)));
        refused(RangeException.class, "2^63", () -> Region.of(Long.MAX_VALUE - 7, 1 << 20));
        refused(RangeException.class, "row", () -> x.box(0, 8, 2, 1));
        refused(RangeException.class, "tile", () -> x.tiles(0, 1));
        refused(RangeException.class, "tile (7, 0)", () -> x.tiles(1, 2).tile(7, 0));
        refused(RangeException.class, "", () -> house.platform.buffer(JAVA_LONG));
        refused(RangeException.class, "-1", () -> house.platform.buffer(JAVA_LONG, -1));
        refused(RangeException.class, "2^63", () -> house.platform.buffer(JAVA_LONG, 1L << 61, 4));
    }

    @Test
    void INV_12_a_closed_buffer() {
        Buffer closed = house.platform.buffer(BufferOptions.named("shut"), JAVA_LONG, 10);
        closed.close();
        closed.close();
        refused(ClosedException.class, "shut", closed::read);
        refused(ClosedException.class, "shut", closed::write);
        refused(ClosedException.class, "shut", () -> stream.run(Kernels.LOOK, closed.all().in()));
        refused(ClosedException.class, "shut", () -> stream.copy(x.all(), closed.all()));
        refused(ClosedException.class, "shut", () -> stream.copy(closed.all(), x.all()));
        refused(ClosedException.class, "shut", () -> stream.prefetch(closed.all()));
        refused(ClosedException.class, "shut", () -> stream.fetch(closed.all()));
        try (Finish finish = house.platform.finish()) {
            refused(
                    ClosedException.class,
                    "shut",
                    () -> finish.async(Kernels.LOOK, closed.all().in()));
            Kernel each = Kernel.of("each", Parameter.in("x")).java((piece, arguments) -> {});
            refused(
                    ClosedException.class,
                    "shut",
                    () -> finish.forasync(Loop.of(0, 10), each, closed.in(Mapping.each())));
        }
    }

    @Test
    void INV_12_memory_seen_before_close_is_not_touched_after() {
        Buffer closed = house.platform.buffer(JAVA_LONG, 10);
        MemorySegment memory = closed.write();
        closed.close();
        assertThrows(IllegalStateException.class, () -> memory.getAtIndex(JAVA_LONG, 0));
    }

    @Test
    void INV_11_a_kernel_without_a_format_for_the_domain() {
        Kernel alien =
                Kernel.of("alien", Parameter.in("x"))
                        .with(new SourceCode("opencl-c", "kernel void f() {}", "f", ""));
        Kernel empty = Kernel.of("empty", Parameter.in("x"));
        for (Kernel kernel : List.of(alien, empty)) {
            String name = kernel.name();
            refused(KernelFormatException.class, name, () -> stream.run(kernel, x.all().in()));
            try (Stream any = house.platform.stream();
                    Finish finish = house.platform.finish()) {
                refused(KernelFormatException.class, name, () -> any.run(kernel, x.all().in()));
                refused(
                        KernelFormatException.class,
                        name,
                        () -> finish.async(kernel, x.all().in()));
                refused(
                        KernelFormatException.class,
                        name,
                        () -> finish.async(house.device(0), kernel, x.all().in()));
                refused(
                        KernelFormatException.class,
                        name,
                        () -> finish.forasync(Loop.of(0, 1), kernel, x.in(Mapping.each())));
            }
        }
    }

    @Test
    void INV_12_arguments_that_do_not_fit() {
        Class<KernelArgumentException> type = KernelArgumentException.class;
        refused(type, "fill", () -> stream.run(Kernels.FILL));
        refused(type, "fill", () -> stream.run(Kernels.FILL, x.all().out()));
        refused(type, "fill", () -> stream.run(Kernels.FILL, x.all().in(), Argument.of(1)));
        refused(type, "fill", () -> stream.run(Kernels.FILL, Argument.of(1), Argument.of(1)));
        refused(type, "fill", () -> stream.run(Kernels.FILL, x.all().out(), x.all().in()));
        refused(type, "null", () -> stream.run(Kernels.FILL, x.all().out(), null));
        refused(type, "look", () -> stream.run(Kernels.LOOK, x.in(Mapping.each())));
        try (Engine other = Engine.start(House.SETTINGS);
                Buffer foreign =
                        other.platform("other")
                                .buffer(BufferOptions.named("alien"), JAVA_LONG, 1)) {
            refused(type, "alien", () -> stream.run(Kernels.LOOK, foreign.all().in()));
            refused(type, "alien", () -> stream.fetch(foreign.all()));
            refused(type, "alien", () -> stream.copy(foreign.all(), x.elements(0, 1)));
        }
    }

    @Test
    void INV_12_unknown_domains() {
        refused(UnknownDomainException.class, "gpu", () -> house.platform.domains("gpu"));
        refused(
                UnknownDomainException.class,
                "reference:9",
                () -> house.platform.domains("reference:9"));
        try (Finish finish = house.platform.finish()) {
            refused(
                    UnknownDomainException.class,
                    "dsp",
                    () -> finish.async(Place.kind("dsp"), Kernels.LOOK, x.all().in()));
            refused(
                    UnknownDomainException.class,
                    "dsp",
                    () ->
                            finish.forasync(
                                    Place.kind("dsp"),
                                    Loop.of(0, 1),
                                    Kernels.LOOK,
                                    x.in(Mapping.each())));
        }
        Domain device = house.device(0);
        refused(RangeException.class, "{9}", () -> device.part(ProcessorMask.of(9)));
        refused(RangeException.class, "{}", () -> device.part(ProcessorMask.of()));
        refused(RangeException.class, "{99}", () -> house.host0().part(ProcessorMask.of(99)));
        refused(RangeException.class, "0 parts", () -> device.split(0));
    }

    @Test
    void INV_12_loops_that_cannot_be() {
        refused(LoopException.class, "tile 0", () -> Loop.of(0, 10).tile(0));
        refused(LoopException.class, "stride 0", () -> Loop.of(0, 10).stride(0));
        refused(LoopException.class, "stride -1", () -> Loop.of(0, 10).stride(-1));
        refused(LoopException.class, "2^63", () -> Loop.of(Long.MIN_VALUE, Long.MAX_VALUE));
        refused(LoopException.class, "4", () -> Loop.of(0, 1).by(0, 1).by(0, 1).by(0, 1));
        refused(LoopException.class, "2^62", () -> Loop.of(0, 1L << 40).by(0, 1L << 40));
        try (Finish finish = house.platform.finish()) {
            refused(
                    LoopException.class,
                    "2 dim",
                    () -> finish.forasync(Loop.of(0, 1).by(0, 1), (long i) -> {}));
            Kernel each = Kernel.of("each", Parameter.in("x")).java((piece, arguments) -> {});
            refused(
                    RangeException.class,
                    "10",
                    () -> finish.forasync(Loop.of(0, 11), each, x.in(Mapping.each())));
            refused(
                    RangeException.class,
                    "-5",
                    () -> finish.forasync(Loop.of(-5, 5), each, x.in(Mapping.each())));
        }
    }

    @Test
    void INV_12_a_stream_used_after_close() {
        Stream closed = house.host0().stream();
        int id = closed.id();
        closed.close();
        closed.close();
        Class<ClosedException> type = ClosedException.class;
        String name = "stream " + id;
        refused(type, name, () -> closed.run(Kernels.LOOK, x.all().in()));
        refused(type, name, () -> closed.copy(x.elements(0, 1), x.elements(1, 1)));
        refused(type, name, () -> closed.prefetch(x.all()));
        refused(type, name, () -> closed.fetch(x.all()));
        refused(type, name, closed::barrier);
        refused(type, name, closed::waitFor);
        refused(type, name, () -> closed.waitFor(List.of(), x.all()));
        assertTrue(house.platform.stream(id).isEmpty());
        closed.closeNow();
        closed.await();
    }

    @Test
    void INV_12_a_scope_used_after_close() {
        Finish finish = house.platform.finish();
        finish.close();
        finish.close();
        refused(ClosedException.class, "finish", () -> finish.async(() -> {}));
        refused(ClosedException.class, "finish", () -> finish.call(() -> 1));
        refused(ClosedException.class, "finish", () -> finish.async(Kernels.LOOK, x.all().in()));
        refused(
                ClosedException.class,
                "finish",
                () -> finish.forasync(Loop.of(0, 1), (long i) -> {}));
        refused(ClosedException.class, "finish", () -> finish.async(List.of(), () -> {}));
    }

    @Test
    void INV_12_F9_waiting_on_oneself() {
        AtomicReference<Result<Integer>> self = new AtomicReference<>();
        try (Finish finish = house.platform.finish()) {
            Gate gate = new Gate();
            self.set(
                    finish.call(
                            () -> {
                                gate.pass();
                                assertThrows(DeadlockException.class, () -> self.get().get());
                                return 5;
                            }));
            gate.open();
            assertEquals(5, self.get().get());
        }
        Stream[] own = {house.host0().stream()};
        Kernel waits =
                Kernel.of("waits", Parameter.in("x"))
                        .java(
                                (piece, arguments) -> {
                                    assertThrows(IllegalStateException.class, own[0]::await);
                                    assertThrows(IllegalStateException.class, own[0]::close);
                                    assertThrows(IllegalStateException.class, own[0]::closeNow);
                                    Event mark = own[0].mark();
                                    assertThrows(DeadlockException.class, mark::await);
                                });
        own[0].run(waits, x.all().in()).await();
        own[0].close();
    }

    @Test
    void an_action_may_wait_for_a_mark_of_its_stream_from_before_it() throws Exception {
        Gate gate = new Gate();
        CountDownLatch began = new CountDownLatch(1);
        try (Stream own = house.host0().stream();
                Buffer y = house.platform.buffer(JAVA_LONG, 1)) {
            own.run(gate.fill, y.all().out(), Argument.of(1L));
            Event mark = own.mark();
            Kernel waits =
                    Kernel.of("waits", Parameter.in("x"))
                            .java(
                                    (piece, arguments) -> {
                                        assertFalse(mark.isSettled());
                                        began.countDown();
                                        mark.await();
                                    });
            Event waiting = own.run(waits, x.all().in());
            assertTrue(began.await(60, TimeUnit.SECONDS));
            gate.open();
            waiting.await();
            assertTrue(mark.isSettled());
        }
    }

    @Test
    void INV_12_copies_that_do_not_fit() {
        refused(
                RangeException.class,
                "extents",
                () -> stream.copy(x.elements(0, 3), x.elements(5, 2)));
        refused(
                RangeException.class,
                "pressure",
                () -> stream.copy(x.elements(0, 3), x.elements(2, 3)));
    }

    @Test
    void INV_12_more_memory_than_there_is() {
        refused(
                MemoryExhaustedException.class,
                "universe",
                () -> house.platform.buffer(BufferOptions.named("universe"), JAVA_LONG, 1L << 58));
    }

    @Test
    void INV_12_waiting_for_an_event_that_is_null_holds_nothing() {
        List<Event> unset = new ArrayList<>();
        unset.add(null);
        assertThrows(NullPointerException.class, () -> stream.waitFor(unset, x.all()));
        assertThrows(NullPointerException.class, () -> stream.waitFor((Event) null));
    }

    @Test
    void INV_12_waiting_for_any_of_nothing() {
        assertThrows(
                IllegalArgumentException.class,
                () -> house.platform.awaitAny(List.of(), java.time.Duration.ofDays(1)));
    }

    @Test
    void r19_anAccessBeyondAnOperandNamesKernelParameterAndElement() {
        Kernel reaching =
                Kernel.of(
                                "reaching",
                                Parameter.inOut("low"),
                                Parameter.inOut("high"),
                                Parameter.scalar("at"))
                        .java(
                                (piece, arguments) ->
                                        arguments
                                                .segment(1)
                                                .setAtIndex(JAVA_LONG, arguments.longAt(2), 7));
        try (House house = House.devices(1)) {
            for (Domain domain : house.platform.domains()) {
                for (long at : new long[] {-1, 20}) {
                    Buffer x = house.platform.buffer(JAVA_LONG, 100);
                    try (Stream stream = domain.stream()) {
                        Event event =
                                stream.run(
                                        reaching,
                                        x.elements(0, 10).inOut(),
                                        x.elements(50, 20).inOut(),
                                        Argument.of(at));
                        ActionFailedException failed =
                                assertThrows(ActionFailedException.class, event::await);
                        String message = failed.getMessage();
                        String element = "element " + at + " of parameter 'high' is outside";
                        assertTrue(message.startsWith("kernel reaching"), message);
                        assertTrue(message.contains(element + " of its 20 elements"), message);
                        assertFalse(message.contains("MemorySegment"), message);
                        assertThrows(ActionFailedException.class, stream::await);
                    }
                }
            }
        }
    }
}
