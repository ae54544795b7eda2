package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.opencl.kernel.WorkGroups;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Order on lanes and across them, and what a failure takes along. */
final class OrderTest {
    private static final Kernel STEP =
            Rig.kernel(
                    "advance",
                    "__kernel void advance(__global int *a, int by) { a[0] = a[0] * 3 + by; }",
                    Parameter.inOut("a"),
                    Parameter.scalar("by"));
    private static final Region FIRST = Region.of(0, 4);

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of(),
                Map.of("queues", "out-of-order"),
                Map.of("in.flight", 3),
                Map.of("launches.per.event", 16),
                Map.of("launches.per.event", 3, "compute.queues", 4),
                Map.of("compute.queues", 4));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule27_aChainAcrossLanesRunsInOrderWithoutTheHost(Map<String, Object> way)
            throws Exception {
        try (Rig rig = Rig.open(way)) {
            long memory = rig.upload(1);
            long handle = rig.device.load(STEP);
            int expected = 1;
            long[] after = Order.NOTHING;
            List<Rig.Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                Order order = rig.order(i % rig.info.lanes(), after);
                outcomes.add(
                        rig.run(
                                order,
                                handle,
                                STEP,
                                Piece.of(0, 1, 1),
                                Rig.mapped(memory, FIRST),
                                Rig.value(i)));
                after = new long[] {order.ticket()};
                expected = expected * 3 + i;
            }
            outcomes.forEach(Rig.Outcome::awaitSuccess);
            assertArrayEquals(new int[] {expected}, rig.download(memory, 1));
        }
    }

    /** PoCL 3.1 ends the process if these are launches of one program: see {@link WorkGroups}. */
    @Test
    void rangesThatBeginAtZeroAndElsewhereMayRunAtTheSameTime() throws Exception {
        Kernel mark =
                Rig.kernel(
                        "mark",
                        "__kernel void mark(__global int *a) { a[get_global_id(0)] += 1; }",
                        Parameter.inOut("a"));
        Region all = Region.of(0, 4 * 64);
        try (Rig rig = Rig.open(Map.of("compute.queues", 4))) {
            long handle = rig.device.load(mark);
            int lanes = rig.info.lanes();
            List<Long> memories = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                memories.add(rig.upload(new int[64]));
            }
            int[][] expected = new int[lanes][64];
            List<Rig.Outcome> outcomes = new ArrayList<>();
            SplittableRandom random = new SplittableRandom(20261121);
            for (int i = 0; i < 4000; i++) {
                int lane = i % lanes;
                int low = random.nextInt(2) * random.nextInt(60);
                int high = low + 1 + random.nextInt(64 - low);
                Piece piece = Piece.of(low, high, 1);
                var memory = Rig.mapped(memories.get(lane), all);
                outcomes.add(rig.run(rig.order(lane), handle, mark, piece, memory));
                for (int k = low; k < high; k++) {
                    expected[lane][k]++;
                }
            }
            outcomes.forEach(Rig.Outcome::awaitSuccess);
            for (int lane = 0; lane < lanes; lane++) {
                assertArrayEquals(expected[lane], rig.download(memories.get(lane), 64));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule26_aLaneCompletesInTheOrderOfSubmission(Map<String, Object> way) throws Exception {
        try (Rig rig = Rig.open(way)) {
            long handle = rig.device.load(STEP);
            List<Long> memories = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                memories.add(rig.upload(i));
            }
            List<Integer> ended = Collections.synchronizedList(new ArrayList<>());
            List<Rig.Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                int number = i;
                Rig.Outcome outcome = new Rig.Outcome();
                outcomes.add(outcome);
                Completion both =
                        new Completion() {
                            @Override
                            public void done() {
                                ended.add(number);
                                outcome.done();
                            }

                            @Override
                            public void failed(Throwable cause) {
                                outcome.failed(cause);
                            }
                        };
                rig.device.run(
                        rig.order(1),
                        new Launch(
                                handle,
                                STEP,
                                Piece.of(0, 1, 1),
                                List.of(Rig.mapped(memories.get(i % 8), FIRST), Rig.value(i))),
                        both);
            }
            outcomes.forEach(Rig.Outcome::awaitSuccess);
            assertEquals(IntStream.range(0, 500).boxed().toList(), ended);
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule25_aFailureTakesAlongOnlyWhatFollowsIt(Map<String, Object> way) throws Exception {
        try (Rig rig = Rig.open(way)) {
            long poisoned = rig.upload(1);
            long healthy = rig.upload(1);
            long handle = rig.device.load(STEP);
            Order first = rig.order(0);
            Order second = rig.order(1, first.ticket());
            Order third = rig.order(1, second.ticket());
            Rig.Outcome wrong =
                    rig.run(first, handle, STEP, Piece.of(0, 1, 1), Rig.mapped(poisoned, FIRST));
            Rig.Outcome follower = advance(rig, second, handle, poisoned);
            Rig.Outcome last = advance(rig, third, handle, poisoned);
            Rig.Outcome sameLane = advance(rig, rig.order(0), handle, healthy);
            assertInstanceOf(DeviceException.class, wrong.await());
            assertNotNull(follower.await());
            assertEquals(wrong.await(), follower.await().getCause());
            assertEquals(follower.await(), last.await().getCause());
            assertNull(sameLane.await());
            assertNotNull(advance(rig, rig.order(2, third.ticket()), handle, poisoned).await());
            assertArrayEquals(new int[] {1}, rig.download(poisoned, 1));
            assertArrayEquals(new int[] {7}, rig.download(healthy, 1));
        }
    }

    private static Rig.Outcome advance(Rig rig, Order order, long handle, long memory) {
        return rig.run(
                order, handle, STEP, Piece.of(0, 1, 1), Rig.mapped(memory, FIRST), Rig.value(4));
    }
}
