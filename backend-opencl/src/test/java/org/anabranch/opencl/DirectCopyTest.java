package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Copies that the submitting thread makes itself: at once if it may, and only then. */
@Timeout(120)
final class DirectCopyTest {
    private static final Region FIRST = Region.of(0, 4);
    private static final Kernel SLOW =
            Rig.kernel(
                    "slow",
                    """
                    __kernel void slow(__global int *a, int rounds) {
                        int value = a[0];
                        for (int i = 0; i < rounds; i++) {
                            value = value * 1664525 + 1013904223;
                        }
                        a[0] = value;
                    }
                    """,
                    Parameter.inOut("a"),
                    Parameter.scalar("rounds"));

    /** The ways to copy: the host, if it reaches the device's memory, or an idle driver. */
    private static final List<String> WAYS = List.of("host", "driver");

    static List<String> ways() {
        return WAYS;
    }

    static List<String> waysAgain() {
        return Collections.nCopies(20, WAYS).stream().flatMap(List::stream).toList();
    }

    private static Rig open(String way, boolean pooling) throws DeviceException {
        Rig rig =
                Rig.open(
                        Map.of(
                                "staging",
                                way.equals("driver") ? "on" : "auto",
                                "pooling",
                                pooling));
        assumeTrue(
                way.equals("driver")
                        || rig.info.properties().get("copied by the host").equals("true"),
                "the host does not reach the memory of this device");
        return rig;
    }

    private static Rig.Outcome write(Rig rig, long memory, int value) {
        return rig.write(
                rig.arena.allocateFrom(ValueLayout.JAVA_INT, value),
                FIRST,
                new Slice(memory, FIRST));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule21_aCopyThatFollowsNothingHasEndedWhenItsSubmissionReturns(String way)
            throws Exception {
        try (Rig rig = open(way, true)) {
            long memory = rig.allocate(4);
            assertTrue(write(rig, memory, 11).end.isDone());
            MemorySegment seen = rig.arena.allocate(4);
            assertTrue(rig.read(new Slice(memory, FIRST), seen, FIRST).end.isDone());
            assertArrayEquals(new int[] {11}, seen.toArray(ValueLayout.JAVA_INT));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule26_aCopyBehindAKernelOnItsLaneWaitsForIt(String way) throws Exception {
        try (Rig rig = open(way, true)) {
            long memory = rig.upload(1);
            long handle = rig.device.load(SLOW);
            int rounds = 50_000_000;
            Rig.Outcome ran =
                    rig.run(
                            handle,
                            SLOW,
                            Piece.of(0, 1, 1),
                            Rig.mapped(memory, FIRST),
                            Rig.value(rounds));
            MemorySegment seen = rig.arena.allocate(4);
            Rig.Outcome read = rig.read(new Slice(memory, FIRST), seen, FIRST);
            Rig.Outcome written = write(rig, memory, 5);
            written.awaitSuccess();
            ran.awaitSuccess();
            read.awaitSuccess();
            int expected = 1;
            for (int i = 0; i < rounds; i++) {
                expected = expected * 1664525 + 1013904223;
            }
            assertArrayEquals(new int[] {expected}, seen.toArray(ValueLayout.JAVA_INT));
            assertArrayEquals(new int[] {5}, rig.download(memory, 1));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule27_aCopyToldToFollowAFailedOperationIsNotMade(String way) throws Exception {
        try (Rig rig = open(way, true)) {
            long memory = rig.upload(1);
            var failing = rig.order(0);
            Rig.Outcome failed = new Rig.Outcome();
            rig.device.write(
                    failing,
                    rig.arena.allocate(4),
                    FIRST,
                    new Slice(memory, Region.of(8, 4)),
                    failed);
            assertInstanceOf(DeviceException.class, failed.await());
            Rig.Outcome after = new Rig.Outcome();
            rig.device.write(
                    rig.order(1, failing.ticket()),
                    rig.arena.allocateFrom(ValueLayout.JAVA_INT, 9),
                    FIRST,
                    new Slice(memory, FIRST),
                    after);
            assertInstanceOf(DeviceException.class, after.await());
            assertArrayEquals(new int[] {1}, rig.download(memory, 1));
        }
    }

    @ParameterizedTest
    @MethodSource("waysAgain")
    void rule42_copiesThatRaceWithReleaseAndCloseAreMadeOrRefused(String way) throws Exception {
        Rig rig = open(way, false);
        MemorySegment source = rig.arena.allocate(4);
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Integer>> copying = new ArrayList<>();
        CountDownLatch first = new CountDownLatch(2);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int i = 0; i < 2; i++) {
                long memory = rig.upload(1);
                int lane = i;
                copying.add(
                        threads.submit(
                                () -> {
                                    int refused = 0;
                                    while (!over.get() || refused == 0) {
                                        Rig.Outcome outcome = new Rig.Outcome();
                                        rig.device.write(
                                                rig.order(lane),
                                                source,
                                                FIRST,
                                                new Slice(memory, FIRST),
                                                outcome);
                                        refused += outcome.await() == null ? 0 : 1;
                                        assertFalse(outcome.twice);
                                        first.countDown();
                                    }
                                    return refused;
                                }));
            }
            first.await();
            rig.device.close();
            over.set(true);
            for (Future<Integer> one : copying) {
                assertTrue(one.get(60, TimeUnit.SECONDS) > 0);
            }
        }
        rig.close();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule23_theCompletionOfADirectCopyMayFreeAndCloseWhatItCopiedTo(String way)
            throws Exception {
        Rig rig = open(way, false);
        long memory = rig.upload(1);
        Rig.Outcome closing =
                new Rig.Outcome() {
                    @Override
                    public void done() {
                        rig.device.release(memory);
                        rig.device.close();
                        super.done();
                    }
                };
        rig.device.write(
                rig.order(0), rig.arena.allocate(4), FIRST, new Slice(memory, FIRST), closing);
        closing.awaitSuccess();
        rig.close();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule23_aDirectCopyWithinACompletionMayCloseAndNothingIsGivenUp(String way)
            throws Exception {
        Rig rig = open(way, true);
        long memory = rig.upload(1);
        MemorySegment source = rig.arena.allocate(4);
        Rig.Outcome closing =
                new Rig.Outcome() {
                    @Override
                    public void done() {
                        rig.device.close();
                        super.done();
                    }
                };
        Rig.Outcome copying =
                new Rig.Outcome() {
                    @Override
                    public void done() {
                        rig.device.write(
                                rig.order(1), source, FIRST, new Slice(memory, FIRST), closing);
                        super.done();
                    }
                };
        rig.device.run(
                rig.order(0),
                new Launch(
                        rig.device.load(SLOW),
                        SLOW,
                        Piece.of(0, 1, 1),
                        List.of(Rig.mapped(memory, FIRST), Rig.value(1_000_000))),
                copying);
        copying.awaitSuccess();
        closing.awaitSuccess();
        assertNull(((OpenClDevice) rig.device).dispatcher().end());
        rig.close();
    }

    @ParameterizedTest
    @MethodSource("waysAgain")
    void rule23_theCompletionOfADirectCopyMaySubmitFreeAndClose(String way) throws Exception {
        Rig rig = open(way, true);
        long memory = rig.upload(1);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        MemorySegment source = rig.arena.allocate(4);
        Completion inner =
                new Completion() {
                    @Override
                    public void done() {
                        rig.device.release(memory);
                        rig.device.close();
                        end.complete(null);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        end.complete(cause);
                    }
                };
        Completion outer =
                new Completion() {
                    @Override
                    public void done() {
                        rig.device.write(
                                rig.order(0), source, FIRST, new Slice(memory, FIRST), inner);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        end.complete(cause);
                    }
                };
        rig.device.write(rig.order(0), source, FIRST, new Slice(memory, FIRST), outer);
        Throwable failure = end.get(60, TimeUnit.SECONDS);
        assertTrue(failure == null, () -> "" + failure);
        rig.close();
    }

    @Test
    void switchedOffTheDriverCopies() throws Exception {
        try (Rig rig = Rig.open(Map.of("direct.kib", 0))) {
            assertFalse(rig.info.properties().get("copied by the host").equals("true"));
            long memory = rig.upload(3);
            assertArrayEquals(new int[] {3}, rig.download(memory, 1));
        }
    }
}
