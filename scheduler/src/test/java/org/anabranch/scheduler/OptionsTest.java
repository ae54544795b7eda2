package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.faulty.FaultPlan;
import org.anabranch.faulty.FaultyBackend;
import org.anabranch.scheduler.coherence.PageLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** D16: every option has a test that observes its effect. */
@Timeout(60)
class OptionsTest {

    @ParameterizedTest
    @EnumSource(StreamOptions.Order.class)
    void D16_order_decides_what_overtakes(StreamOptions.Order order) {
        try (House house = House.host();
                Stream stream = house.host0().stream(StreamOptions.DEFAULT.with(order))) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            stream.run(gate.fill, x.all().out(), Argument.of(1L));
            Event same = stream.run(Kernels.LOOK, x.all().in());
            Event apart = stream.run(Kernels.LOOK, y.all().in());
            gate.awaitEntered();
            if (order == StreamOptions.Order.STRICT) {
                assertFalse(apart.await(java.time.Duration.ofMillis(20)));
            } else {
                apart.await();
            }
            if (order == StreamOptions.Order.NONE) {
                same.await();
            } else {
                assertFalse(same.await(java.time.Duration.ofMillis(20)));
            }
            gate.open();
        }
    }

    @Test
    void D16_strict_order_lasts_beyond_a_wait_for_events() {
        try (House house = House.host();
                Stream stream =
                        house.host0().stream(
                                StreamOptions.DEFAULT.with(StreamOptions.Order.STRICT))) {
            Gate gate = new Gate();
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            stream.run(gate.fill, x.all().out(), Argument.of(1L));
            stream.waitFor();
            Event apart = stream.run(Kernels.LOOK, y.all().in());
            gate.awaitEntered();
            assertFalse(apart.await(java.time.Duration.ofMillis(20)));
            gate.open();
        }
    }

    @ParameterizedTest
    @EnumSource(StreamOptions.OnFailure.class)
    void D16_on_failure_decides_what_goes_on(StreamOptions.OnFailure onFailure) {
        try (House house = House.host()) {
            Stream stream = house.host0().stream(StreamOptions.DEFAULT.with(onFailure));
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            Event failed = stream.run(Kernels.FAIL, x.all().inOut());
            failed.await(java.time.Duration.ofSeconds(60));
            Event needs = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            Event apart = stream.run(Kernels.ADD, y.all().inOut(), Argument.of(1L));
            assertThrows(ActionFailedException.class, stream::await);
            boolean all = onFailure == StreamOptions.OnFailure.FAIL_STREAM;
            boolean none = onFailure == StreamOptions.OnFailure.IGNORE;
            assertEquals(none ? Event.State.DONE : Event.State.CANCELLED, needs.state());
            assertEquals(all ? Event.State.CANCELLED : Event.State.DONE, apart.state());
            stream.close();
        }
    }

    @Test
    void D16_a_manual_stream_moves_only_what_it_is_told_to() {
        try (House house = House.devices(1)) {
            Stream stream = house.device(0).stream(StreamOptions.DEFAULT.manual());
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            x.write().setAtIndex(JAVA_LONG, 3, 5);
            Event missing = stream.run(Kernels.ADD, x.elements(0, 5).inOut(), Argument.of(1L));
            assertThrows(org.anabranch.api.AnabranchException.class, missing::await);
            assertTrue(
                    missing.failure().orElseThrow().getCause() instanceof UndefinedDataException
                            || missing.failure().orElseThrow() instanceof UndefinedDataException,
                    () -> "" + missing.failure());
            Buffer y = house.platform.buffer(JAVA_LONG, 10);
            y.write().setAtIndex(JAVA_LONG, 3, 5);
            stream.prefetch(y.all());
            stream.run(Kernels.ADD, y.all().inOut(), Argument.of(1L)).await();
            stream.fetch(y.all()).await();
            assertEquals(6, Kernels.content(y)[3]);
            stream.closeNow();
        }
    }

    @Test
    void HST_10_a_pinned_buffer_is_locked_while_it_lives() throws Exception {
        BufferOptions pinned = new BufferOptions("pinned", MemoryKind.NORMAL, true, true);
        long before = lockedKilobytes();
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream()) {
            Buffer one = house.platform.buffer(pinned, JAVA_LONG, 10_000);
            Buffer other = house.platform.buffer(pinned, JAVA_LONG, 10);
            assertTrue(lockedKilobytes() - before >= 80, "locked");
            other.close();
            assertTrue(lockedKilobytes() - before >= 80, "the other one shares no page with it");
            stream.run(Kernels.ADD, one.all().inOut(), Argument.of(4L)).await();
            assertEquals(4, Kernels.content(one)[9999]);
            one.close();
            House.until("it is unlocked", () -> lockedKilobytes() == before);
        }
    }

    private static long lockedKilobytes() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmLck"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Test
    void HST_10_memory_that_cannot_be_locked_is_refused_if_strict_and_else_taken_as_it_is() {
        MemorySegment nowhere = MemorySegment.ofAddress(1L << 46).reinterpret(PageLock.PAGES);
        for (boolean strict : new boolean[] {true, false}) {
            assertFalse(
                    PageLock.lock(
                            nowhere,
                            new BufferOptions("it", MemoryKind.NORMAL, strict, false),
                            "it"));
        }
        assertFalse(
                PageLock.lock(
                        nowhere, new BufferOptions("it", MemoryKind.NORMAL, false, true), "it"));
        MemoryExhaustedException refused =
                assertThrows(
                        MemoryExhaustedException.class,
                        () ->
                                PageLock.lock(
                                        nowhere,
                                        new BufferOptions("it", MemoryKind.NORMAL, true, true),
                                        "it"));
        assertTrue(refused.getMessage().contains("65536 bytes of it"), refused::getMessage);
    }

    @Test
    void D16_a_buffers_name_memory_and_strictness_are_seen() {
        try (House house = House.devices(1);
                Stream stream = house.device(0).stream()) {
            Buffer easy =
                    house.platform.buffer(
                            new BufferOptions("easy", MemoryKind.ON_CHIP, false), JAVA_LONG, 10);
            stream.run(Kernels.FILL, easy.all().out(), Argument.of(1L)).await();
            Buffer strict =
                    house.platform.buffer(
                            new BufferOptions("strict", MemoryKind.ON_CHIP, true), JAVA_LONG, 10);
            Event refused = stream.run(Kernels.FILL, strict.all().out(), Argument.of(1L));
            assertFalse(
                    stream.await(java.time.Duration.ZERO) && refused.state() == Event.State.DONE);
            House.until("it settles", refused::isSettled);
            Throwable why = refused.failure().orElseThrow();
            assertTrue(
                    why instanceof MemoryExhaustedException
                            || why.getCause() instanceof MemoryExhaustedException,
                    why::toString);
            assertTrue(why.getMessage().contains("strict"), why.getMessage());
            assertThrows(org.anabranch.api.AnabranchException.class, stream::await);
        }
    }

    @Test
    void D16_workers_are_as_many_as_set() {
        for (int workers = 1; workers <= 3; workers++) {
            try (House house = House.of(House.SETTINGS.withWorkers(workers))) {
                assertEquals(workers, house.host0().processors().count());
                assertEquals(workers, house.engine.monitor().workers().size());
            }
        }
    }

    @Test
    void D16_the_limit_of_memory_holds() {
        EngineSettings small = new EngineSettings(1, 1_000, 1_000_000_000, false, false);
        try (House house = House.of(small)) {
            Buffer first = house.platform.buffer(JAVA_LONG, 100);
            var refused =
                    assertThrows(
                            MemoryExhaustedException.class,
                            () ->
                                    house.platform.buffer(
                                            BufferOptions.named("too much"), JAVA_LONG, 100));
            assertTrue(refused.getMessage().contains("too much"), refused.getMessage());
            first.close();
            house.platform.buffer(JAVA_LONG, 100).close();
        }
    }

    @Test
    void D16_the_time_to_drain_bounds_an_unplug() {
        EngineSettings hasty = new EngineSettings(2, 1 << 24, 50_000_000, false, false);
        FaultyBackend backend = new FaultyBackend(House.reference(1), FaultPlan.parse("hang at 1"));
        try (House house = House.of(hasty).plug(backend, 1)) {
            Buffer x = house.platform.buffer(JAVA_LONG, 10);
            Stream stream = house.device(0).stream();
            Event hung = stream.run(Kernels.FILL, x.all().out(), Argument.of(1L));
            Event behind = stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L));
            house.engine.remove(backend);
            House.until("both end", () -> hung.isSettled() && behind.isSettled());
            assertFalse(behind.state() == Event.State.DONE);
            assertThrows(
                    DomainClosedException.class,
                    () -> stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)));
        }
    }

    @Test
    void D16_chunked_loops_hand_out_tiles_in_ascending_order() {
        try (House house = House.of(House.SETTINGS.withWorkers(1))) {
            List<Long> order = new ArrayList<>();
            try (Finish finish = house.platform.finish()) {
                finish.forasync(
                        Loop.of(0, 100).stride(3).tile(4).chunked(), (long i) -> order.add(i));
            }
            List<Long> sequential = new ArrayList<>();
            for (long i = 0; i < 100; i += 3) {
                sequential.add(i);
            }
            assertEquals(sequential, order);
        }
    }

    @Test
    void D16_a_tile_is_run_by_one_thread() {
        try (House house = House.of(House.SETTINGS.withWorkers(4))) {
            List<Set<Thread>> runners = new ArrayList<>();
            for (int tile = 0; tile < 100; tile++) {
                runners.add(ConcurrentHashMap.newKeySet());
            }
            int[] count = new int[100];
            try (Finish finish = house.platform.finish()) {
                finish.forasync(
                        Loop.of(0, 1000).tile(10),
                        (long i) -> {
                            runners.get((int) i / 10).add(Thread.currentThread());
                            count[(int) i / 10]++;
                        });
            }
            assertTrue(runners.stream().allMatch(threads -> threads.size() == 1));
            int[] expected = new int[100];
            java.util.Arrays.fill(expected, 10);
            assertArrayEquals(expected, count);
        }
    }
}
