package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Stream;
import org.anabranch.faulty.FaultPlan;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Copies run where the stream says, or where the data is, and bring nothing home for that. */
class DeviceCopyTest {
    private static final int ROWS = 6;
    private static final int COLUMNS = 10;
    private static final int ELEMENTS = ROWS * COLUMNS;

    private static void fill(Stream stream, Buffer buffer, long value) {
        stream.run(Kernels.FILL, buffer.all().out(), Argument.of(value)).await();
    }

    private static long[] content(Buffer buffer) {
        return buffer.read().toArray(JAVA_LONG);
    }

    @Test
    void b1_aCopyInAStreamOfADeviceStaysOnTheDevice() {
        try (House house = House.devices(1);
                Buffer from = house.platform.buffer(JAVA_LONG, ROWS, COLUMNS);
                Buffer to = house.platform.buffer(JAVA_LONG, ROWS, COLUMNS);
                Stream stream = house.device(0).stream()) {
            fill(stream, from, 1);
            fill(stream, to, 2);
            Event copy = stream.copy(from.box(1, 2, 3, 4), to.box(2, 5, 3, 4));
            copy.await();
            assertEquals(house.device(0), copy.domain().orElseThrow());
            assertEquals(0, house.report(house.device(0)).bytesOut());
            assertEquals(0, house.report(house.device(0)).bytesIn());
            long[] expected = new long[ELEMENTS];
            Arrays.fill(expected, 2);
            for (int row = 2; row < 5; row++) {
                Arrays.fill(expected, row * COLUMNS + 5, row * COLUMNS + 9, 1);
            }
            assertArrayEquals(expected, content(to));
        }
    }

    @Test
    void b1_aCopyInAStreamOfNoDomainRunsWhereTheSourceIsValid() {
        try (House house = House.devices(2);
                Buffer from = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Buffer to = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Stream unbound = house.platform.stream()) {
            for (Domain domain : house.platform.domains()) {
                try (Stream stream = domain.stream()) {
                    fill(stream, from, domain.id().length());
                    stream.await();
                }
                Event copy = unbound.copy(from.all(), to.all());
                copy.await();
                assertEquals(domain, copy.domain().orElseThrow());
            }
            assertEquals(0, house.report(house.device(1)).bytesOut());
            assertArrayEquals(content(from), content(to));
        }
    }

    @Test
    void b1_whatIsAlreadyOnTheHostIsCopiedThere() {
        try (House house = House.devices(1);
                Buffer from = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Buffer to = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Stream stream = house.device(0).stream();
                Stream unbound = house.platform.stream()) {
            stream.prefetch(from.all()).await();
            Event copy = unbound.copy(from.all(), to.all());
            copy.await();
            assertEquals(house.host0(), copy.domain().orElseThrow());
        }
    }

    /** The device goes with its third operation, the copy. */
    @Test
    void b1_aCopyThatADeviceIsLostWithSaysThatItsSourceIsGone() {
        try (House house = House.faulty(FaultPlan.parse("lose at 3"), 1);
                Buffer from = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Buffer to = house.platform.buffer(JAVA_LONG, ELEMENTS);
                Stream stream = house.device(0).stream();
                Stream unbound = house.platform.stream()) {
            fill(stream, from, 3);
            fill(stream, to, 4);
            unbound.copy(from.all(), to.all());
            ActionCancelledException thrown =
                    assertThrows(ActionCancelledException.class, unbound::await);
            assertTrue(
                    thrown.getMessage().contains("the only copy was in faulty:0"),
                    thrown.getMessage());
        }
    }
}
