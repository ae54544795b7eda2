package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.faulty.FaultPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The defects of hStreams' streams that its source shows, as tests of ours: order and waiting. */
@Timeout(120)
class StreamDefectsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D1_a_write_waits_for_a_slow_copy_of_what_was_there(int domain) {
        try (House house = House.devices(1);
                Stream stream = house.platform.domains().get(domain).stream()) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 100);
            Buffer copy = house.platform.buffer(JAVA_LONG, 100);
            stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
            stream.run(gate.move, x.all().in(), copy.all().out());
            Event overwrite = stream.run(Kernels.FILL, x.all().out(), Argument.of(2L));
            gate.awaitEntered();
            assertFalse(overwrite.isSettled());
            gate.open();
            stream.await();
            assertArrayEquals(Kernels.filled(100, 1), Kernels.content(copy));
            assertArrayEquals(Kernels.filled(100, 2), Kernels.content(x));
        }
    }

    @Test
    void D1_a_write_waits_for_slow_transfers_of_what_was_there() {
        FaultPlan slow = FaultPlan.parse("seed 1; delay 1 5; reorder");
        try (House house = House.faulty(slow, 1);
                Stream stream = house.device(0).stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 100);
            List<Buffer> copies = new ArrayList<>();
            for (long value = 1; value <= 20; value++) {
                stream.run(Kernels.FILL, x.all().out(), Argument.of(value));
                copies.add(house.platform.buffer(JAVA_LONG, 100));
                stream.copy(x.all(), copies.getLast().all());
            }
            stream.await();
            for (int i = 0; i < 20; i++) {
                assertArrayEquals(Kernels.filled(100, i + 1), Kernels.content(copies.get(i)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D2_readers_overlap_and_a_write_waits_for_all_of_them(int domain) {
        try (House house = House.devices(1);
                Stream stream = house.platform.domains().get(domain).stream()) {
            Gate slow = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer first = house.platform.buffer(JAVA_LONG, 10);
            Buffer second = house.platform.buffer(JAVA_LONG, 10);
            stream.run(slow.move, x.all().in(), first.all().out());
            slow.awaitEntered();
            Event quick = stream.run(Kernels.MOVE, x.all().in(), second.all().out());
            Event write = stream.run(Kernels.FILL, x.all().out(), Argument.of(7L));
            quick.await();
            assertEquals(Event.State.QUEUED, write.state());
            slow.open();
            write.await();
            assertArrayEquals(Kernels.filled(10, 0), Kernels.content(first));
        }
    }

    @Test
    void D3_a_barrier_holds_back_buffers_made_later() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Stream other = house.device(0).stream()) {
            Gate gate = new Gate();
            Buffer old = house.platform.buffer(JAVA_LONG, 10);
            stream.run(gate.fill, old.all().out(), Argument.of(1L));
            Event barrier = stream.barrier();
            Buffer later = house.platform.buffer(JAVA_LONG, 10);
            AtomicBoolean early = new AtomicBoolean();
            Kernel watch =
                    Kernel.of("watch", Parameter.in("from"))
                            .java((piece, arguments) -> early.compareAndSet(false, !gate.isOpen()));
            Event transfer = stream.prefetch(later.all());
            stream.run(watch, later.all().in());
            gate.awaitEntered();
            other.run(Kernels.FILL, later.all().out(), Argument.of(2L)).await();
            assertFalse(transfer.isSettled() || barrier.isSettled());
            gate.open();
            stream.await();
            assertFalse(early.get(), "something went past the barrier");
        }
    }

    @Test
    @Timeout(1200)
    void D4_use_and_free_for_ever_leaves_nothing() {
        int cycles = Boolean.getBoolean("anabranch.nightly") ? 1_000_000 : 5_000;
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream()) {
            for (int i = 0; i < cycles; i++) {
                try (Buffer buffer = house.platform.buffer(JAVA_LONG, 128)) {
                    stream.run(Kernels.FILL, buffer.all().out(), Argument.of(1L));
                }
                if (i % 500 == 499) {
                    stream.await();
                }
            }
            stream.await();
            House.until("memory is given back", () -> house.engine.memories.hostMemory.used() == 0);
            assertEquals(0, house.report(house.device(0)).instanceBytes());
            assertTrue(house.platform.buffers().isEmpty());
            assertEquals(0, house.report(house.device(0)).queued());
        }
    }

    @Test
    void D5_a_stream_waits_for_all_of_70_000_ranges() {
        int count = 70_000;
        try (House house = House.host();
                Stream stream = house.host0().stream()) {
            Gate gate = new Gate();
            Buffer first = house.platform.buffer(JAVA_LONG, count);
            stream.run(gate.fill, first.all().out(), Argument.of(1L));
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                events.add(stream.run(Kernels.ADD, first.elements(i, 1).inOut(), Argument.of(1L)));
            }
            assertEquals(0, events.stream().filter(Event::isSettled).count());
            gate.open();
            stream.await();
            assertEquals(count, events.stream().filter(Event::isSettled).count());
            assertArrayEquals(Kernels.filled(count, 2), Kernels.content(first));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D5_a_stream_waits_for_all_of_70_000_buffers(int domain) {
        boolean nightly = Boolean.getBoolean("anabranch.nightly");
        int count = domain == 0 || nightly ? 70_000 : 7_000;
        try (House house = House.devices(1);
                Stream stream = house.platform.domains().get(domain).stream()) {
            Gate gate = new Gate();
            Buffer first = house.platform.buffer(JAVA_LONG, 1);
            Event held = stream.run(gate.fill, first.all().out(), Argument.of(1L));
            stream.waitFor(held);
            List<Buffer> buffers = new ArrayList<>();
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Buffer buffer = house.platform.buffer(JAVA_LONG, 1);
                buffers.add(buffer);
                events.add(stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(1L + i)));
            }
            assertEquals(0, events.stream().filter(Event::isSettled).count());
            gate.open();
            stream.await();
            assertEquals(count, events.stream().filter(Event::isSettled).count());
            for (int i = 0; i < count; i++) {
                assertEquals(1L + i, Kernels.content(buffers.get(i))[0]);
            }
            buffers.forEach(Buffer::close);
        }
    }

    @Test
    void D6_a_wait_for_one_stream_stalls_no_other_and_not_its_own_enqueues()
            throws InterruptedException {
        try (House house = House.host();
                Stream slow = house.host0().stream();
                Stream quick = house.host0().stream()) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            slow.run(gate.fill, x.all().out(), Argument.of(1L));
            gate.awaitEntered();
            Thread waiter = Thread.ofPlatform().start(slow::await);
            House.until("it waits", () -> waiter.getState() == Thread.State.WAITING);
            for (int i = 0; i < 100; i++) {
                quick.run(Kernels.ADD, y.all().inOut(), Argument.of(1L)).await();
                slow.run(Kernels.LOOK, y.all().in()).await();
            }
            assertFalse(gate.isOpen());
            assertTrue(waiter.isAlive());
            gate.open();
            waiter.join();
            assertArrayEquals(Kernels.filled(10, 100), Kernels.content(y));
        }
    }

    @Test
    void D7_waits_and_enqueues_by_many_threads_at_once() throws InterruptedException {
        int threads = 4;
        int rounds = 1_000;
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Stream other = house.host0().stream()) {
            Buffer sum = house.platform.buffer(JAVA_LONG, 4);
            Buffer side = house.platform.buffer(JAVA_LONG, 4);
            List<Event> events = Collections.synchronizedList(new ArrayList<>());
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                all.add(
                        Thread.ofPlatform()
                                .start(() -> add(stream, sum, other, side, rounds, events)));
            }
            for (Thread thread : all) {
                thread.join();
            }
            stream.await();
            other.await();
            assertTrue(events.stream().allMatch(event -> event.state() == Event.State.DONE));
            assertArrayEquals(Kernels.filled(4, (long) threads * rounds), Kernels.content(sum));
            assertArrayEquals(Kernels.filled(4, (long) threads * rounds), Kernels.content(side));
        }
    }

    private static void add(
            Stream stream, Buffer sum, Stream other, Buffer side, int rounds, List<Event> events) {
        for (int i = 0; i < rounds; i++) {
            Event elsewhere = other.run(Kernels.ADD, side.all().inOut(), Argument.of(1L));
            events.add(stream.waitFor(List.of(elsewhere), sum.all()));
            events.add(stream.run(Kernels.ADD, sum.all().inOut(), Argument.of(1L)));
            if (i % 50 == 0) {
                stream.await();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D8_successors_of_a_failure_end_and_the_stream_says_so(int domain) {
        try (House house = House.devices(1)) {
            Stream stream = house.platform.domains().get(domain).stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event failed = stream.run(Kernels.FAIL, x.all().inOut());
            List<Event> after = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                after.add(stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)));
            }
            assertThrows(ActionFailedException.class, stream::await);
            assertEquals(Event.State.FAILED, failed.state());
            for (Event event : after) {
                assertEquals(Event.State.CANCELLED, event.state());
                var why = assertThrows(ActionCancelledException.class, event::await);
                assertInstanceOf(IllegalStateException.class, why.getCause());
            }
            stream.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D9_a_kernel_that_throws_gives_its_event_the_cause(int domain) {
        try (House house = House.devices(1)) {
            RuntimeException cause = new UnsupportedOperationException("this very one");
            Kernel kernel =
                    Kernel.of("thrower", Parameter.in("x"))
                            .java(
                                    (piece, arguments) -> {
                                        throw cause;
                                    });
            Stream stream = house.platform.domains().get(domain).stream();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Event event = stream.run(kernel, x.all().in());
            var thrown = assertThrows(ActionFailedException.class, event::await);
            assertSame(cause, thrown.getCause());
            assertTrue(thrown.getMessage().contains("thrower"), thrown.getMessage());
            assertSame(cause, event.failure().orElseThrow().getCause());
            stream.closeNow();
        }
    }

    @Test
    void D10_a_range_that_encloses_another_conflicts_with_it() {
        try (House house = House.host();
                Stream stream = house.host0().stream()) {
            for (boolean outerFirst : new boolean[] {true, false}) {
                Gate gate = new Gate();
                Buffer x = house.platform.buffer(JAVA_LONG, 0x6000);
                var inner = x.elements(0x2000, 0x1000);
                Event first =
                        stream.run(
                                gate.fill, (outerFirst ? x.all() : inner).out(), Argument.of(1L));
                Event second =
                        stream.run(
                                Kernels.FILL,
                                (outerFirst ? inner : x.all()).out(),
                                Argument.of(2L));
                gate.awaitEntered();
                assertFalse(second.isSettled());
                gate.open();
                second.await();
                assertTrue(first.isSettled());
                assertEquals(2, Kernels.content(x)[0x2800]);
                assertEquals(outerFirst ? 1 : 2, Kernels.content(x)[0]);
            }
        }
    }

    @Test
    void D11_dividing_again_gives_the_same_parts_and_a_refusal_leaves_nothing() {
        try (House house = House.devices(2)) {
            for (Domain whole : house.platform.domains().subList(1, 3)) {
                List<Domain> parts = whole.split(2);
                assertEquals(parts, whole.split(2));
                assertTrue(whole.processors().containsAll(parts.getFirst().processors()));
                assertTrue(whole.processors().containsAll(parts.getLast().processors()));
                assertFalse(parts.getFirst().processors().overlaps(parts.getLast().processors()));
                List<Stream> streams = parts.stream().map(Domain::stream).toList();
                streams.forEach(Stream::close);
                assertThrows(
                        org.anabranch.api.RangeException.class,
                        () -> whole.split(whole.processors().count() + 1));
            }
            assertTrue(house.platform.streams().isEmpty());
            assertEquals(3, house.platform.domains().size());
        }
    }

    @Test
    void D12_there_is_no_hidden_limit_of_arguments() {
        Parameter[] parameters = new Parameter[500];
        Argument[] arguments = new Argument[500];
        Arrays.fill(parameters, Parameter.scalar("x"));
        parameters[0] = Parameter.out("sum");
        Kernel kernel =
                Kernel.of("many", parameters)
                        .java(
                                (piece, given) -> {
                                    long sum = 0;
                                    for (int i = 1; i < 500; i++) {
                                        sum += given.longAt(i);
                                    }
                                    given.segment(0).setAtIndex(JAVA_LONG, 0, sum);
                                });
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Buffer sum = house.platform.buffer(JAVA_LONG, 1)) {
            for (int i = 1; i < 500; i++) {
                arguments[i] = Argument.of((long) i);
            }
            arguments[0] = sum.all().out();
            stream.run(kernel, arguments).await();
            assertArrayEquals(new long[] {499 * 500 / 2}, Kernels.content(sum));
        }
    }

    @Test
    void D14_after_a_wait_every_event_ever_returned_has_settled() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream();
                Stream other = house.host0().stream()) {
            Buffer x = house.platform.buffer(JAVA_LONG, 64);
            Buffer y = house.platform.buffer(JAVA_LONG, 64);
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                events.add(stream.fetch(x.all()));
                events.add(stream.prefetch(x.all()));
                events.add(stream.prefetch(x.all()));
                events.add(stream.waitFor(List.of(other.mark()), y.elements(0, 3)));
                events.add(stream.waitFor());
                events.add(stream.barrier());
                events.add(stream.copy(x.elements(0, 32), x.elements(32, 32)));
                events.add(stream.mark());
                stream.await();
                assertTrue(events.stream().allMatch(Event::isSettled), "round " + i);
            }
        }
    }

    @Test
    void D15_without_inferred_order_explicit_waits_still_wait() {
        StreamOptions none = StreamOptions.DEFAULT.with(StreamOptions.Order.NONE);
        try (House house = House.host();
                Stream stream = house.host0().stream(none)) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            Event first = stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event unordered = stream.run(Kernels.LOOK, x.all().in());
            unordered.await();
            Event held = stream.waitFor(List.of(first), y.all());
            Event ordered = stream.run(Kernels.FILL, y.all().out(), Argument.of(2L));
            assertFalse(stream.await(Duration.ofMillis(20)));
            assertFalse(first.await(Duration.ofMillis(20)));
            assertFalse(held.isSettled() || ordered.isSettled());
            Event barrier = stream.barrier();
            Event behind = stream.run(Kernels.LOOK, x.all().in());
            assertFalse(barrier.isSettled() || behind.isSettled());
            gate.open();
            stream.await();
            assertTrue(first.isSettled() && ordered.isSettled() && behind.isSettled());
        }
    }
}
