package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The requirements HST-1 to HST-20 on streams, as far as they concern the foundation. */
@Timeout(60)
class StreamRequirementsTest {
    private final House house = House.devices(2);
    private final Domain device = house.device(0);

    @AfterEach
    void close() {
        house.close();
    }

    private Buffer longs(int count) {
        return house.platform.buffer(JAVA_LONG, count);
    }

    @Test
    void HST_1_domains_say_what_they_are() {
        List<Domain> domains = house.platform.domains();
        assertEquals(
                List.of("host", "reference:0", "reference:1"),
                domains.stream().map(Domain::id).toList());
        assertEquals(domains.subList(1, 3), house.platform.domains("reference"));
        assertEquals(4, device.processors().count());
        assertEquals(64 * House.MEGABYTE, device.memory().get(MemoryKind.NORMAL));
        assertTrue(house.host0().memory().get(MemoryKind.NORMAL) > 0);
        assertTrue(domains.stream().allMatch(domain -> domain.formats().contains("java")));
    }

    @Test
    void HST_2_HST_3_one_program_runs_on_any_domain_and_part_with_the_same_result() {
        Set<Domain> places = new HashSet<>(house.platform.domains());
        places.addAll(device.split(2));
        places.addAll(house.host0().split(3));
        for (Domain place : places) {
            Buffer x = longs(50);
            Buffer y = longs(50);
            try (Stream stream = place.stream()) {
                assertEquals(place, stream.domain().orElseThrow());
                stream.run(Kernels.FILL, x.all().out(), Argument.of(3L));
                stream.run(Kernels.ADD, x.elements(10, 20).inOut(), Argument.of(4L));
                stream.copy(x.all(), y.all());
                Event last =
                        stream.run(Kernels.MOVE, y.elements(5, 10).in(), x.elements(0, 10).out());
                last.await();
                assertEquals(place, last.domain().orElseThrow());
            }
            assertEquals(7, Kernels.content(x)[5]);
            assertEquals(3, Kernels.content(x)[4]);
            assertEquals(7, Kernels.content(y)[29]);
        }
    }

    @Test
    void HST_4_every_action_is_asynchronous_and_has_an_event() {
        Gate gate = new Gate();
        Buffer x = longs(8);
        Stream stream = device.stream();
        List<Event> events = new ArrayList<>();
        events.add(stream.run(gate.fill, x.all().out(), Argument.of(1L)));
        events.add(stream.copy(x.elements(0, 4), x.elements(4, 4)));
        events.add(stream.fetch(x.all()));
        events.add(stream.prefetch(x.all()));
        events.add(stream.barrier());
        events.add(stream.waitFor(events.getFirst()));
        events.add(stream.mark());
        assertTrue(events.stream().noneMatch(Event::isSettled));
        List<Event> called = new ArrayList<>();
        events.getFirst().onSettled(called::add);
        gate.open();
        stream.close();
        assertTrue(events.stream().allMatch(event -> event.state() == Event.State.DONE));
        assertSame(events.getFirst(), called.getFirst());
    }

    @Test
    void HST_4_close_returns_when_every_event_is_settled() {
        Buffer x = longs(8);
        for (int i = 0; i < 2000; i++) {
            Gate gate = new Gate();
            Stream stream = device.stream();
            List<Event> events = new ArrayList<>();
            events.add(stream.run(gate.fill, x.all().out(), Argument.of(1L)));
            events.add(stream.barrier());
            events.add(stream.waitFor(events.getFirst()));
            events.add(stream.mark());
            gate.open();
            stream.close();
            for (Event event : events) {
                assertTrue(event.isSettled(), i + ": " + event);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(StreamOptions.Order.class)
    void HST_5_all_policies_give_the_result_of_one_after_another(StreamOptions.Order order) {
        Buffer x = longs(100);
        try (Stream stream = house.platform.stream(StreamOptions.DEFAULT.with(order))) {
            for (int i = 0; i < 200; i++) {
                Event event =
                        stream.run(Kernels.ADD, x.elements(i % 50, 50).inOut(), Argument.of(1L));
                if (order == StreamOptions.Order.NONE) {
                    stream.waitFor(event);
                }
            }
        }
        long[] expected = new long[100];
        for (int i = 0; i < 200; i++) {
            for (int j = 0; j < 50; j++) {
                expected[i % 50 + j]++;
            }
        }
        assertArrayEquals(expected, Kernels.content(x));
    }

    @Test
    void HST_6_transfers_and_computes_overtake_what_they_do_not_conflict_with() {
        Gate gate = new Gate();
        Buffer a = longs(1_000);
        Buffer b = longs(1_000);
        try (Stream stream = device.stream()) {
            Event computing = stream.run(gate.fill, a.elements(0, 500).out(), Argument.of(1L));
            gate.awaitEntered();
            stream.prefetch(b.all()).await();
            stream.run(Kernels.FILL, a.elements(500, 500).out(), Argument.of(2L)).await();
            stream.run(Kernels.MOVE, a.elements(500, 500).in(), b.elements(0, 500).out()).await();
            assertFalse(computing.isSettled());
            gate.open();
        }
        assertEquals(2, Kernels.content(b)[0]);
    }

    @Test
    void HST_7_streams_are_ordered_by_waits_only() {
        Gate gate = new Gate();
        Buffer a = longs(10);
        Buffer b = longs(10);
        try (Stream first = device.stream();
                Stream second = device.stream()) {
            Event before = first.run(gate.fill, a.all().out(), Argument.of(1L));
            second.run(Kernels.FILL, b.all().out(), Argument.of(1L)).await();
            assertFalse(before.isSettled());
            second.waitFor(before);
            Event after = second.run(Kernels.ADD, b.all().inOut(), Argument.of(1L));
            gate.awaitEntered();
            assertFalse(after.isSettled());
            gate.open();
        }
        assertArrayEquals(Kernels.filled(10, 2), Kernels.content(b));
    }

    @Test
    void HST_7_independent_actions_enqueued_at_once_run_on_different_lanes() throws Exception {
        Buffer[] memory = {longs(10), longs(10)};
        CyclicBarrier enqueued = new CyclicBarrier(2);
        for (int round = 0; round < 2_000; round++) {
            CyclicBarrier running = new CyclicBarrier(2);
            Kernel meet =
                    Kernel.of("meet", Parameter.out("to"))
                            .java((piece, arguments) -> running.await(10, TimeUnit.SECONDS));
            CompletableFuture<Event> other =
                    CompletableFuture.supplyAsync(() -> enqueue(meet, memory[0], enqueued));
            Event mine = enqueue(meet, memory[1], enqueued);
            mine.await();
            other.get().await();
        }
    }

    private Event enqueue(Kernel kernel, Buffer to, CyclicBarrier together) {
        try (Stream stream = device.stream()) {
            together.await(10, TimeUnit.SECONDS);
            return stream.run(kernel, to.all().out());
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            throw new IllegalStateException(alone);
        }
    }

    @Test
    void HST_8_HST_14_data_moves_once_and_only_if_it_is_missing() {
        Buffer x = longs(1_000);
        x.write().fill((byte) 1);
        try (Stream stream = device.stream();
                Stream same = device.stream();
                Stream other = house.device(1).stream()) {
            stream.run(Kernels.LOOK, x.all().in()).await();
            stream.run(Kernels.LOOK, x.elements(3, 5).in()).await();
            same.run(Kernels.LOOK, x.all().in()).await();
            stream.prefetch(x.all()).await();
            stream.fetch(x.all()).await();
            assertEquals(8_000, house.report(device).bytesIn());
            assertEquals(0, house.report(device).bytesOut());
            stream.run(Kernels.FILL, x.elements(0, 10).out(), Argument.of(5L)).await();
            assertEquals(
                    8_000, house.report(device).bytesIn(), "what is overwritten is not brought");
            other.run(Kernels.LOOK, x.elements(0, 10).in()).await();
            assertEquals(80, house.report(device).bytesOut());
            assertEquals(80, house.report(house.device(1)).bytesIn());
        }
    }

    @Test
    void HST_9_one_handle_names_the_buffer_everywhere_and_inside() {
        Buffer matrix = house.platform.buffer(JAVA_LONG, 9, 9);
        for (int i = 0; i < 3; i++) {
            try (Stream stream = house.platform.domains().get(i).stream()) {
                stream.run(
                        Kernels.FILL, matrix.tiles(3, 3).tile(i, 2 - i).out(), Argument.of(i + 1L));
            }
        }
        long[] content = Kernels.content(matrix);
        assertEquals(List.of(1L, 2L, 3L), List.of(content[8], content[4 * 9 + 4], content[6 * 9]));
        assertEquals(0, content[0]);
    }

    @Test
    void HST_11_HST_15_even_parts_and_masks_and_streams_that_share_them() {
        List<Domain> parts = device.split(3);
        assertEquals(
                List.of(2, 1, 1), parts.stream().map(part -> part.processors().count()).toList());
        assertFalse(parts.get(0).processors().overlaps(parts.get(1).processors()));
        Domain part = house.host0().part(ProcessorMask.of(1));
        assertEquals(part, house.host0().part(ProcessorMask.of(1)));
        Buffer x = longs(10);
        try (Stream one = part.stream();
                Stream two = part.stream()) {
            one.run(Kernels.ADD, x.elements(0, 5).inOut(), Argument.of(1L));
            two.run(Kernels.ADD, x.elements(5, 5).inOut(), Argument.of(1L));
        }
        assertArrayEquals(Kernels.filled(10, 1), Kernels.content(x));
    }

    @Test
    void HST_12_streams_are_found_by_their_number() {
        try (Stream first = device.stream();
                Stream second = house.platform.stream()) {
            assertNotEquals(first.id(), second.id());
            assertSame(first, house.platform.stream(first.id()).orElseThrow());
            assertTrue(house.platform.stream(1_000).isEmpty());
        }
    }

    @Test
    void HST_13_waits_for_any_and_all_of_a_set_with_a_limit() {
        Gate gate = new Gate();
        Buffer a = longs(10);
        Buffer b = longs(10);
        try (Stream stream = device.stream()) {
            Event slow = stream.run(gate.fill, a.all().out(), Argument.of(1L));
            gate.awaitEntered();
            List<Event> none = house.platform.awaitAny(List.of(slow), Duration.ofMillis(5));
            assertEquals(List.of(), none);
            Event quick = stream.run(Kernels.LOOK, b.all().in());
            assertEquals(
                    List.of(quick),
                    house.platform.awaitAny(List.of(slow, quick), Duration.ofDays(9)));
            assertFalse(house.platform.awaitAll(List.of(quick, slow), Duration.ofMillis(5)));
            assertFalse(slow.await(Duration.ZERO));
            assertFalse(stream.await(Duration.ofMillis(5)));
            gate.open();
            assertTrue(
                    house.platform.awaitAll(
                            List.of(quick, slow), Duration.ofSeconds(Long.MAX_VALUE)));
            assertEquals(2, house.platform.awaitAny(List.of(slow, quick), Duration.ZERO).size());
        }
    }

    @Test
    void HST_18_HST_19_work_on_the_first_tile_does_not_wait_for_the_last() {
        Gate gate = new Gate();
        Buffer matrix = house.platform.buffer(JAVA_LONG, 4, 100);
        Buffer halo = longs(100);
        try (Stream host = house.host0().stream();
                Stream stream = device.stream()) {
            Event first = host.run(Kernels.FILL, matrix.box(0, 0, 1, 100).out(), Argument.of(1L));
            Event bulk = host.run(gate.fill, matrix.box(1, 0, 3, 100).out(), Argument.of(2L));
            stream.waitFor(List.of(first), matrix.box(0, 0, 1, 100));
            Event panel = stream.run(Kernels.MOVE, matrix.box(0, 0, 1, 100).in(), halo.all().out());
            stream.fetch(halo.all()).await();
            assertTrue(panel.isSettled());
            assertFalse(bulk.isSettled());
            gate.open();
        }
        assertArrayEquals(Kernels.filled(100, 1), Kernels.content(halo));
    }

    @Test
    void HST_20_an_unbound_stream_goes_where_the_data_is_then_where_there_is_least_to_do() {
        Buffer x = longs(1_000);
        try (Stream stream = house.platform.stream();
                Stream bound = house.device(1).stream()) {
            bound.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await();
            Event near = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            near.await();
            assertEquals(house.device(1), near.domain().orElseThrow());
            Set<Domain> used = new HashSet<>();
            Gate gate = new Gate();
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                events.add(stream.run(gate.fill, longs(10).all().out(), Argument.of(1L)));
            }
            gate.awaitEntered();
            House.until(
                    "all are placed",
                    () -> events.stream().allMatch(event -> event.domain().isPresent()));
            events.forEach(event -> used.add(event.domain().orElseThrow()));
            gate.open();
            assertTrue(used.size() > 1, used::toString);
        }
    }

    @Test
    void HST_5_staged_copies_between_devices() {
        Buffer x = longs(100);
        Buffer y = longs(100);
        try (Stream left = device.stream();
                Stream right = house.device(1).stream()) {
            Event made = left.run(Kernels.FILL, x.all().out(), Argument.of(6L));
            right.waitFor(made);
            right.copy(x.elements(0, 40), y.elements(60, 40));
            right.run(Kernels.ADD, y.elements(50, 50).inOut(), Argument.of(1L)).await();
        }
        long[] content = Kernels.content(y);
        assertEquals(List.of(0L, 1L, 7L), List.of(content[49], content[59], content[60]));
        assertThrows(IllegalStateException.class, () -> house.platform.stream().prefetch(x.all()));
    }
}
