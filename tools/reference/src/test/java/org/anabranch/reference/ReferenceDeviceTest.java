package org.anabranch.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

class ReferenceDeviceTest {
    private static final DeviceInfo ORDERING =
            new DeviceInfo(
                    "reference:0",
                    2,
                    2,
                    Map.of(MemoryKind.NORMAL, 4096L),
                    Set.of(KernelCode.JAVA),
                    true,
                    true,
                    Map.of());

    private static Backend.Device open() throws DeviceException {
        return new ReferenceBackend(List.of(ORDERING), false).open(ORDERING, ORDERING.mask());
    }

    private static Order order(int lane, long ticket, long... after) {
        return new Order(lane, ticket, after);
    }

    private static Launch launch(Backend.Device device, Kernel kernel) throws DeviceException {
        return new Launch(device.load(kernel), kernel, Piece.of(0, 1, 1), List.of());
    }

    @Test
    void HST_1_memoryIsLimitedAndReturned() throws Exception {
        try (Backend.Device device = open()) {
            long most = device.allocate(4000, MemoryKind.NORMAL);
            DeviceException refused =
                    assertThrows(
                            DeviceException.class, () -> device.allocate(97, MemoryKind.NORMAL));
            assertEquals(
                    "reference:0 has 96 bytes of NORMAL memory left, not 97", refused.getMessage());
            assertThrows(DeviceException.class, () -> device.allocate(1, MemoryKind.ON_CHIP));
            device.release(most);
            device.release(device.allocate(4096, MemoryKind.NORMAL));
        }
    }

    @Test
    void rule_2_9_copiesBoxesWithAPitchOfTheirOwnOnEachSide() throws Exception {
        try (Backend.Device device = open();
                Arena arena = Arena.ofShared()) {
            MemorySegment host = arena.allocate(800);
            for (int i = 0; i < 100; i++) {
                host.setAtIndex(JAVA_LONG, i, i);
            }
            long memory = device.allocate(800, MemoryKind.NORMAL);
            Region box = new Region(8, 16, 2, 2, 80, 240);
            Region tight = new Region(0, 16, 2, 2, 16, 32);
            Outcome written = new Outcome();
            device.write(order(0, 1), host, box, new Slice(memory, tight), written);
            Outcome read = new Outcome();
            MemorySegment back = arena.allocate(64);
            device.read(
                    order(0, 2), new Slice(memory, Region.of(0, 64)), back, Region.of(0, 64), read);
            read.succeeds();
            long[] expected = {1, 2, 11, 12, 31, 32, 41, 42};
            assertEquals(-1, MemorySegment.ofArray(expected).mismatch(back));
        }
    }

    @Test
    void rule_2_7_anOperationWaitsForTheOneItNamesWhileItsLaneMateDoesNot() throws Exception {
        try (Backend.Device device = open()) {
            CountDownLatch gate = new CountDownLatch(1);
            Outcome first = new Outcome();
            device.run(
                    order(0, 1),
                    launch(device, Kernel.of("wait").java((p, a) -> gate.await())),
                    first);
            Outcome free = new Outcome();
            device.run(order(1, 2), launch(device, Kernel.of("free").java((p, a) -> {})), free);
            free.succeeds();
            Outcome bound = new Outcome();
            device.run(
                    order(1, 3, 1),
                    launch(device, Kernel.of("bound").java((p, a) -> assertTrue(first.ended()))),
                    bound);
            Outcome behind = new Outcome();
            device.run(
                    order(1, 4),
                    launch(device, Kernel.of("behind").java((p, a) -> assertTrue(bound.ended()))),
                    behind);
            assertFalse(bound.ended());
            gate.countDown();
            bound.succeeds();
            behind.succeeds();
        }
    }

    @Test
    void rule_2_7_anOperationWhosePredecessorFailsIsNotStartedButItsLaneMatesAre()
            throws Exception {
        try (Backend.Device device = open()) {
            CountDownLatch gate = new CountDownLatch(1);
            Kernel fails =
                    Kernel.of("fails")
                            .java(
                                    (piece, arguments) -> {
                                        gate.await();
                                        throw new IllegalStateException("on purpose");
                                    });
            boolean[] ran = new boolean[1];
            device.run(order(0, 1), launch(device, fails), new Outcome());
            Outcome heir = new Outcome();
            device.run(
                    order(1, 2, 1),
                    launch(device, Kernel.of("heir").java((p, a) -> ran[0] = true)),
                    heir);
            Outcome mate = new Outcome();
            device.run(order(0, 3), launch(device, Kernel.of("mate").java((p, a) -> {})), mate);
            gate.countDown();
            mate.succeeds();
            Throwable failure = heir.failure();
            assertInstanceOf(NotStartedException.class, failure);
            assertEquals("on purpose", failure.getCause().getMessage());
            assertFalse(ran[0]);
        }
    }

    @Test
    void rule_1_4_aPartOpensOnlyOfADivisibleDevice() throws Exception {
        ReferenceBackend backend = new ReferenceBackend(List.of(ORDERING), false);
        backend.open(ORDERING, ProcessorMask.of(1)).close();
        assertThrows(DeviceException.class, () -> backend.open(ORDERING, ProcessorMask.of()));
        assertThrows(DeviceException.class, () -> backend.open(ORDERING, ProcessorMask.of(2)));
        DeviceInfo plain = DeviceInfo.plain("reference:1", 2, 100, KernelCode.JAVA);
        DeviceException refused =
                assertThrows(DeviceException.class, () -> backend.open(plain, ProcessorMask.of(1)));
        assertEquals("reference:1 cannot be opened for the processors {1}", refused.getMessage());
    }

    @Test
    void aPartOfOneProcessorServesAllLanesByOneThread() throws Exception {
        try (Backend.Device part =
                new ReferenceBackend(List.of(ORDERING), false)
                        .open(ORDERING, ProcessorMask.of(1))) {
            Thread[] threads = new Thread[2];
            Outcome[] ends = {new Outcome(), new Outcome()};
            for (int lane = 0; lane < 2; lane++) {
                int index = lane;
                Kernel kernel =
                        Kernel.of("where").java((p, a) -> threads[index] = Thread.currentThread());
                part.run(order(lane, lane + 1), launch(part, kernel), ends[lane]);
            }
            ends[0].succeeds();
            ends[1].succeeds();
            assertEquals(threads[0], threads[1]);
        }
    }

    @Test
    void badSettingsAreRefusedByName() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> backend(1, 0, 1));
        assertTrue(
                refused.getMessage().startsWith("org.anabranch.reference: lanes = 0 is refused"),
                refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> backend(-1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> backend(1, 1, 0));
        assertEquals(1, backend(0, 1, 1).probe().size());
        assertEquals(
                List.of("reference:0", "reference:1"),
                backend(2, 3, 9).probe().stream().map(DeviceInfo::id).toList());
    }

    private static ReferenceBackend backend(int devices, int lanes, long memory) {
        return ReferenceBackend.with(Map.of("devices", devices, "lanes", lanes, "memory", memory));
    }
}
