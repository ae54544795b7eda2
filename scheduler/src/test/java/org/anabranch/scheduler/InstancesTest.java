package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.ClosedException;
import org.anabranch.api.Domain;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;
import org.anabranch.reference.ReferenceBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.FutureTask;

/** Instances of buffers on demand, and the streams over each processor. */
@Timeout(120)
class InstancesTest {
    private static final int ROUNDS = Boolean.getBoolean("anabranch.nightly") ? 500 : 100;

    private final House house = House.devices(2);
    private final Domain device = house.device(0);

    @AfterEach
    void close() {
        house.close();
    }

    private Buffer longs(long elements) {
        return house.platform.buffer(JAVA_LONG, elements);
    }

    @Test
    void HST_20_an_instance_is_made_ahead_of_use_and_moves_no_data() {
        Buffer x = longs(1000);
        assertFalse(device.holds(x));
        device.instantiate(x);
        device.instantiate(x);
        house.host0().instantiate(x);
        assertTrue(device.holds(x));
        assertFalse(house.host0().holds(x));
        assertFalse(house.device(1).holds(x));
        assertEquals(8000, house.report(device).instanceBytes());
        assertEquals(0, house.report(device).transfersIn());
        try (Stream stream = device.stream()) {
            stream.run(Kernels.ADD, x.all().inOut(), Argument.of(2L)).await();
        }
        assertEquals(8000, house.report(device).instanceBytes());
        assertArrayEquals(Kernels.filled(1000, 2), Kernels.content(x));
    }

    @Test
    void HST_10_an_instance_is_given_back_on_demand_and_no_data_is_lost() {
        Buffer x = longs(1000);
        assertTrue(device.evict(x), "there is none");
        assertFalse(house.host0().evict(x));
        device.instantiate(x);
        assertTrue(device.evict(x));
        assertFalse(device.holds(x));
        try (Stream stream = device.stream()) {
            stream.run(Kernels.ADD, x.all().inOut(), Argument.of(3L)).await();
            assertFalse(device.evict(x), "it has the only copy");
            stream.fetch(x.all()).await();
        }
        House.until("nobody uses it", () -> device.evict(x));
        assertEquals(0, house.report(device).instanceBytes());
        assertArrayEquals(Kernels.filled(1000, 3), Kernels.content(x));
        try (Stream stream = device.stream()) {
            stream.run(Kernels.ADD, x.all().inOut(), Argument.of(1L)).await();
        }
        assertArrayEquals(Kernels.filled(1000, 4), Kernels.content(x));
    }

    @Test
    void HST_10_what_cannot_be_instantiated_says_so() {
        Buffer large = longs(House.MEGABYTE * 9);
        assertThrows(MemoryExhaustedException.class, () -> device.instantiate(large));
        assertFalse(device.holds(large));
        large.close();
        assertThrows(ClosedException.class, () -> device.instantiate(large));
        assertThrows(ClosedException.class, () -> device.evict(large));
        Buffer small = longs(1);
        try (House other = House.devices(1)) {
            assertThrows(KernelArgumentException.class, () -> other.device(0).instantiate(small));
            assertThrows(KernelArgumentException.class, () -> other.device(0).evict(small));
        }
        assertThrows(KernelArgumentException.class, () -> device.instantiate(null));
    }

    @Test
    void HST_10_the_options_of_a_buffer_can_be_asked_for() {
        BufferOptions options = new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, true);
        assertEquals(options, house.platform.buffer(options, JAVA_LONG, 1).options());
        assertEquals(BufferOptions.DEFAULT, longs(1).options());
    }

    @Test
    void r15_a_kind_of_memory_that_a_buffer_insists_on_is_asked_for_by_inline_actions_too() {
        BufferOptions strict = new BufferOptions("near", MemoryKind.HIGH_BANDWIDTH, true);
        Buffer x = house.platform.buffer(strict, JAVA_LONG, 10);
        try (Stream stream = house.host0().stream(StreamOptions.DEFAULT.undeferred())) {
            stream.run(Kernels.FILL, longs(10).all().out(), Argument.of(1L)).await();
            assertThrows(
                    MemoryExhaustedException.class,
                    () -> stream.run(Kernels.FILL, x.all().out(), Argument.of(1L)).await());
        }
        assertArrayEquals(Kernels.filled(10, 0), Kernels.content(x));
    }

    /** Buffers of which only one fits, each in turn pushing the other out. */
    @Test
    void lesson_4_buffers_that_make_room_for_each_other_do_not_wait_for_each_other()
            throws Exception {
        List<FutureTask<Void>> tasks =
                java.util.stream.Stream.generate(() -> longs(House.MEGABYTE * 5))
                        .limit(4)
                        .map(buffer -> new FutureTask<Void>(() -> pushIn(buffer), null))
                        .toList();
        tasks.forEach(task -> Thread.ofPlatform().daemon().start(task));
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
    }

    private void pushIn(Buffer buffer) {
        for (int i = 0; i < ROUNDS; i++) {
            device.evict(buffer);
            try {
                device.instantiate(buffer);
            } catch (MemoryExhaustedException other) {
                Thread.onSpinWait(); // it was being made at the time
            }
        }
    }

    @Test
    void HST_15_streams_are_counted_over_each_processor() {
        Domain lower = device.part(ProcessorMask.of(0, 1));
        Domain middle = device.part(ProcessorMask.of(1, 2));
        assertArrayEquals(new int[] {0, 0, 0, 0}, device.subscription());
        assertEquals(device.processors(), device.available());
        try (Stream one = lower.stream();
                Stream two = middle.stream();
                Stream three = middle.stream();
                Stream unbound = house.platform.stream();
                Stream elsewhere = house.device(1).stream();
                Stream here = house.host0().part(ProcessorMask.of(1)).stream()) {
            assertArrayEquals(new int[] {1, 3, 2, 0}, device.subscription());
            assertArrayEquals(new int[] {3, 2}, middle.subscription());
            assertArrayEquals(new int[] {0, 1, 0}, house.host0().subscription());
            assertEquals(ProcessorMask.of(3), device.available());
            assertEquals(ProcessorMask.of(0, 2), house.host0().available());
            BundlePlatform other = house.engine.platform("another");
            assertEquals(4, other.domains("reference:0").getFirst().available().count());
            assertArrayEquals(new int[] {1, 3, 2, 0}, house.report(device).domain().subscription());
            assertEquals(6, List.of(one, two, three, unbound, elsewhere, here).size());
            other.close();
        }
        assertEquals(device.processors(), device.available());
    }

    @Test
    void c4_wantOfRoomNamesTheLimit() {
        ReferenceBackend small = new ReferenceBackend(List.of(House.info(0, 1000, false)), false);
        try (House house = House.of(House.SETTINGS).plug(small, 1)) {
            Buffer large = house.platform.buffer(JAVA_LONG, 126);
            String message =
                    assertThrows(
                                    MemoryExhaustedException.class,
                                    () -> house.device(0).instantiate(large))
                            .getMessage();
            assertTrue(message.contains("of 1008 bytes in "), message);
            assertTrue(message.contains("whose memory has 1000 bytes"), message);
        }
    }
}
