package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Copies from device memory to device memory. */
final class DeviceCopiesTest {
    private static final int BYTES = 3000;
    private static final int COPIES = 400;

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of(),
                Map.of("direct.kib", 0),
                Map.of("direct.kib", 0, "queues", "out-of-order"),
                Map.of("direct.kib", 0, "in.flight", 3));
    }

    /** A chain of copies across lanes, each after the one before it, against host memory. */
    @ParameterizedTest
    @MethodSource("ways")
    void b1_aChainOfCopiesOfAnyBoxesMovesExactlyTheirBytes(Map<String, Object> way)
            throws Exception {
        try (Rig rig = Rig.open(way)) {
            SplittableRandom random = new SplittableRandom(11);
            long[] memory = {rig.allocate(BYTES), rig.allocate(BYTES)};
            MemorySegment[] model = {rig.arena.allocate(BYTES), rig.arena.allocate(BYTES)};
            Region all = Region.of(0, BYTES);
            for (int i = 0; i < 2; i++) {
                for (long at = 0; at < BYTES; at++) {
                    model[i].set(JAVA_BYTE, at, (byte) random.nextInt());
                }
                rig.write(model[i], all, new Slice(memory[i], all)).awaitSuccess();
            }
            long[] after = Order.NOTHING;
            Rig.Outcome last = null;
            for (int i = 0; i < COPIES; i++) {
                int from = random.nextInt(2);
                int to = random.nextInt(2);
                Region[] boxes = from == to ? sideBySide(random) : anywhere(random);
                Order order = rig.order(i % rig.info.lanes(), after);
                after = new long[] {order.ticket()};
                last = new Rig.Outcome();
                rig.device.copy(
                        order,
                        new Slice(memory[from], boxes[0]),
                        new Slice(memory[to], boxes[1]),
                        last);
                Region.copy(model[from], boxes[0], model[to], boxes[1]);
            }
            last.awaitSuccess();
            for (int i = 0; i < 2; i++) {
                MemorySegment seen = rig.arena.allocate(BYTES);
                rig.read(new Slice(memory[i], all), seen, all).awaitSuccess();
                assertArrayEquals(model[i].toArray(JAVA_BYTE), seen.toArray(JAVA_BYTE));
            }
        }
    }

    /** Of any pitch; slices need not lie at multiples of the row pitch. */
    private static Region[] anywhere(SplittableRandom random) {
        long width = 1L + random.nextInt(40);
        long height = 1L + random.nextInt(5);
        long depth = 1L + random.nextInt(3);
        return new Region[] {
            place(random, width, height, depth), place(random, width, height, depth)
        };
    }

    private static Region place(SplittableRandom random, long width, long height, long depth) {
        long rowPitch = width + random.nextInt(30);
        long slicePitch = height * rowPitch + random.nextInt(40);
        long end = new Region(0, width, height, depth, rowPitch, slicePitch).end();
        return new Region(
                random.nextLong(BYTES - end + 1), width, height, depth, rowPitch, slicePitch);
    }

    /** In one allocation, each within the extent of the other; sometimes of another pitch. */
    private static Region[] sideBySide(SplittableRandom random) {
        long width = 1L + random.nextInt(20);
        long height = 1L + random.nextInt(5);
        long depth = 1L + random.nextInt(3);
        long rowPitch = 2 * width + random.nextInt(20);
        long slicePitch = height * rowPitch + random.nextInt(40);
        long offset = random.nextInt(200);
        Region left = new Region(offset, width, height, depth, rowPitch, slicePitch);
        Region right = new Region(offset + width, width, height, depth, rowPitch, slicePitch);
        if (random.nextInt(3) == 0) {
            right = new Region(left.end(), width, height, depth, width, height * width);
        }
        return random.nextBoolean() ? new Region[] {left, right} : new Region[] {right, left};
    }

    @Test
    void b1_aCopyOutsideAnAllocationOrOfNoneFailsAndTheDeviceGoesOn() throws Exception {
        try (Rig rig = Rig.open(Map.of())) {
            long one = rig.upload(1, 2, 3, 4);
            long other = rig.upload(5, 6, 7, 8);
            assertRefused(
                    rig, new Slice(one, Region.of(8, 12)), new Slice(other, Region.of(0, 12)));
            assertRefused(
                    rig, new Slice(one, Region.of(0, 12)), new Slice(other, Region.of(8, 12)));
            assertRefused(
                    rig, new Slice(99_999, Region.of(0, 4)), new Slice(other, Region.of(0, 4)));
            assertTrue(rig.device.copies());
            copy(rig, new Slice(one, Region.of(4, 8)), new Slice(other, Region.of(0, 8)))
                    .awaitSuccess();
            assertArrayEquals(new int[] {2, 3, 7, 8}, rig.download(other, 4));
        }
    }

    private static void assertRefused(Rig rig, Slice from, Slice to) {
        assertInstanceOf(DeviceException.class, copy(rig, from, to).await());
    }

    private static Rig.Outcome copy(Rig rig, Slice from, Slice to) {
        Rig.Outcome outcome = new Rig.Outcome();
        rig.device.copy(rig.order(0), from, to, outcome);
        return outcome;
    }

    @Test
    void b1_aCopyOfNothingEnds() throws Exception {
        try (Rig rig = Rig.open(Map.of("direct.kib", 0))) {
            long one = rig.upload(1);
            copy(rig, new Slice(one, Region.of(0, 0)), new Slice(one, Region.of(4, 0)))
                    .awaitSuccess();
            assertEquals(1, rig.download(one, 1)[0]);
        }
    }
}
