package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parts that end while the domain they are part of goes on. */
@Timeout(120)
class PartRemovalTest {
    private static final ProcessorMask LOWER = ProcessorMask.of(0, 1);

    private final House house = House.devices(1);
    private final Domain device = house.device(0);

    @AfterEach
    void close() {
        house.close();
    }

    private static void add(Stream stream, Buffer buffer, long amount) {
        stream.run(Kernels.ADD, buffer.all().inOut(), Argument.of(amount));
    }

    @Test
    void HST_11_a_part_is_removed_with_all_that_was_enqueued_done_and_its_data_at_home() {
        Buffer x = house.platform.buffer(JAVA_LONG, 1000);
        Buffer y = house.platform.buffer(JAVA_LONG, 1000);
        Domain lower = device.part(LOWER);
        Domain upper = device.part(ProcessorMask.of(2, 3));
        try (Stream ending = lower.stream();
                Stream staying = upper.stream()) {
            for (int i = 0; i < 200; i++) {
                add(ending, x, 1);
                add(staying, y, 1);
            }
            lower.remove();
            assertEquals(Domain.State.GONE, lower.state());
            assertArrayEquals(Kernels.filled(1000, 200), Kernels.content(x));
            assertThrows(DomainClosedException.class, () -> add(ending, x, 1));
            assertThrows(DomainClosedException.class, lower::stream);
            add(staying, y, 1);
            staying.await();
            assertArrayEquals(Kernels.filled(1000, 201), Kernels.content(y));
        }
        assertEquals(Domain.State.ACTIVE, device.state());
        assertEquals(Domain.State.ACTIVE, upper.state());
        lower.remove();
    }

    @Test
    void HST_11_parts_come_and_go_without_end() {
        Buffer x = house.platform.buffer(JAVA_LONG, 100);
        Domain before = null;
        for (int i = 0; i < 200; i++) { // more than there can be at a time
            Domain lower = device.part(LOWER);
            assertNotEquals(before, lower);
            try (Stream stream = lower.stream()) {
                add(stream, x, 1);
            }
            lower.remove();
            before = lower;
        }
        assertArrayEquals(Kernels.filled(100, 200), Kernels.content(x));
        assertEquals(2, house.engine.domains.all().size());
        assertEquals(0, house.engine.domains.stillNamed().size());
    }

    @Test
    void HST_11_a_part_of_the_host_can_be_removed() {
        Domain part = house.host0().part(ProcessorMask.of(0));
        Buffer x = house.platform.buffer(JAVA_LONG, 100);
        try (Stream stream = part.stream()) {
            add(stream, x, 5);
            part.remove();
            assertThrows(DomainClosedException.class, () -> add(stream, x, 1));
        }
        assertEquals(Domain.State.GONE, part.state());
        assertArrayEquals(Kernels.filled(100, 5), Kernels.content(x));
        assertNotEquals(part, house.host0().part(ProcessorMask.of(0)));
    }

    @Test
    void HST_11_what_is_no_part_or_is_used_by_others_is_not_removed() {
        assertThrows(IllegalStateException.class, device::remove);
        assertThrows(IllegalStateException.class, house.host0()::remove);
        Domain lower = device.part(LOWER);
        assertEquals(lower, device.part(ProcessorMask.range(0, 3)).part(LOWER), "the same part");
        try (BundlePlatform other = house.engine.platform("other")) {
            Domain same = other.domains().get(1).part(LOWER);
            Stream stream = same.stream();
            assertThrows(IllegalStateException.class, lower::remove);
            assertTrue(lower.state() == Domain.State.ACTIVE);
            stream.close();
        }
        lower.remove();
        assertEquals(Domain.State.GONE, lower.state());
    }
}
