package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Copies too large for the submitting thread, made by threads of the device if they may be. */
@Timeout(120)
final class HostCopyTest {
    private static final int COUNT = 3_500_003;
    private static final Region ALL = Region.of(0, 4L * COUNT);
    private static final Region FIRST = Region.of(0, 4);
    private static final Kernel TRIPLE =
            Rig.kernel(
                    "triple",
                    """
                    __kernel void triple(__global int *a, int rounds) {
                        size_t i = get_global_id(0);
                        int value = a[i];
                        for (int round = 0; round < rounds; round++) {
                            value = value * 3 + (int) i;
                        }
                        a[i] = value;
                    }
                    """,
                    Parameter.inOut("a"),
                    Parameter.scalar("rounds"));

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    private static Rig open(Map<String, Object> way) throws DeviceException {
        Rig rig = Rig.open(way);
        assumeTrue(
                rig.info.properties().get("copied by the host").equals("true"),
                "the host does not reach the memory of this device");
        return rig;
    }

    static List<Map<String, Object>> ways() {
        return List.of(
                Map.of("direct.kib", 1),
                Map.of("queues", "out-of-order"),
                Map.of("in.flight", 1),
                Map.of("direct.kib", 0));
    }

    /** Returns true if a thread copies that an earlier test has not left behind. */
    private boolean isCopiedByThreads(Rig rig) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .anyMatch(thread -> thread.getName().equals(rig.info.id() + " copying"));
    }

    private void awaitEndOfThreads(Rig rig) throws InterruptedException {
        while (isCopiedByThreads(rig)) {
            Thread.sleep(10); // a pool has ended a moment before its last thread has
        }
    }

    private static Rig.Outcome write(
            Rig rig, int lane, MemorySegment source, long memory, long... after) {
        Rig.Outcome outcome = new Rig.Outcome();
        rig.device.write(rig.order(lane, after), source, ALL, new Slice(memory, ALL), outcome);
        return outcome;
    }

    private static Rig.Outcome triple(Rig rig, long memory, int count, int rounds)
            throws DeviceException {
        return rig.run(
                rig.device.load(TRIPLE),
                TRIPLE,
                Piece.of(0, count, 1),
                Rig.mapped(memory, ALL),
                Rig.value(rounds));
    }

    private static int tripled(int value, int i, int rounds) {
        int result = value;
        for (int round = 0; round < rounds; round++) {
            result = result * 3 + i;
        }
        return result;
    }

    private static MemorySegment numbers(Rig rig, int factor) {
        MemorySegment numbers = rig.arena.allocate(ALL.bytes(), 4);
        for (int i = 0; i < COUNT; i++) {
            numbers.setAtIndex(JAVA_INT, i, i * factor);
        }
        return numbers;
    }

    private static void assertTripled(int factor, MemorySegment seen) {
        for (int i = 0; i < COUNT; i++) {
            assertEquals(tripled(i * factor, i, 1), seen.getAtIndex(JAVA_INT, i));
        }
    }

    private static void assertToldOnce(List<Rig.Outcome> outcomes, Class<?> failure) {
        for (Rig.Outcome outcome : outcomes) {
            Throwable end = outcome.await();
            assertTrue(end == null || failure.isInstance(end), () -> "" + end);
        }
        assertTrue(outcomes.stream().noneMatch(outcome -> outcome.twice));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule26_writeKernelAndReadOnALaneAgreeBitForBit(Map<String, Object> way) throws Exception {
        try (Rig rig = Rig.open(way)) {
            long memory = rig.allocate(ALL.bytes());
            MemorySegment seen = rig.arena.allocate(ALL.bytes(), 4);
            for (int round = 1; round <= 5; round++) {
                Rig.Outcome written = write(rig, 0, numbers(rig, round), memory);
                Rig.Outcome ran = triple(rig, memory, COUNT, 1);
                rig.read(new Slice(memory, ALL), seen, ALL).awaitSuccess();
                assertTripled(round, seen);
                assertToldOnce(List.of(written, ran), Void.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void rule27_writeKernelAndReadOnThreeLanesAgreeBitForBit(Map<String, Object> way)
            throws Exception {
        try (Rig rig = Rig.open(way)) {
            long memory = rig.allocate(ALL.bytes());
            long handle = rig.device.load(TRIPLE);
            MemorySegment seen = rig.arena.allocate(ALL.bytes(), 4);
            for (int round = 1; round <= 5; round++) {
                var writing = rig.order(1);
                Slice slice = new Slice(memory, ALL);
                rig.device.write(writing, numbers(rig, round), ALL, slice, new Rig.Outcome());
                var running = rig.order(0, writing.ticket());
                rig.run(
                        running,
                        handle,
                        TRIPLE,
                        Piece.of(0, COUNT, 1),
                        Rig.mapped(memory, ALL),
                        Rig.value(1));
                Rig.Outcome read = new Rig.Outcome();
                rig.device.read(rig.order(2, running.ticket()), slice, seen, ALL, read);
                read.awaitSuccess();
                assertTripled(round, seen);
            }
        }
    }

    @Test
    void aLargeCopyThatFollowsNothingIsMadeByAThreadOfTheDevice() throws Exception {
        try (Rig rig = open(Map.of())) {
            long memory = rig.allocate(ALL.bytes());
            assertFalse(isCopiedByThreads(rig));
            write(rig, 0, numbers(rig, 1), memory).awaitSuccess();
            assertTrue(isCopiedByThreads(rig));
        }
    }

    @Test
    void rule26_aLargeCopyBehindARunningKernelComesAfterIt() throws Exception {
        try (Rig rig = open(Map.of())) {
            int rounds = 50_000_000;
            long memory = rig.allocate(ALL.bytes());
            rig.write(rig.arena.allocateFrom(JAVA_INT, 5), FIRST, new Slice(memory, FIRST));
            MemorySegment seen = rig.arena.allocate(ALL.bytes(), 4);
            MemorySegment source = numbers(rig, 1);
            Rig.Outcome ran = triple(rig, memory, 1, rounds);
            Rig.Outcome read = rig.read(new Slice(memory, ALL), seen, ALL);
            Rig.Outcome written = write(rig, 0, source, memory);
            read.awaitSuccess();
            assertTrue(ran.end.isDone());
            written.awaitSuccess();
            assertEquals(tripled(5, 0, rounds), seen.get(JAVA_INT, 0));
        }
    }

    @Test
    void whatWaitsForLargeCopiesIsNotInTheWayOfOtherLanes() throws Exception {
        try (Rig rig = open(Map.of())) {
            MemorySegment source = numbers(rig, 1);
            long memory = rig.allocate(ALL.bytes());
            long other = rig.allocate(ALL.bytes());
            long handle = rig.device.load(TRIPLE);
            Rig.Outcome last = null;
            for (int i = 0; i < 400; i++) {
                last = write(rig, 1, source, memory);
            }
            for (int i = 0; i < 100; i++) {
                rig.device.write(
                        rig.order(1), source, FIRST, new Slice(memory, FIRST), new Rig.Outcome());
            }
            rig.run(
                            rig.order(0),
                            handle,
                            TRIPLE,
                            Piece.of(0, 1, 1),
                            Rig.mapped(other, ALL),
                            Rig.value(1))
                    .awaitSuccess();
            assertFalse(last.end.isDone());
        }
    }

    @Test
    void rule26_aLargeCopyBehindARefusedOneWaitsForTheKernelBeforeBoth() throws Exception {
        try (Rig rig = open(Map.of())) {
            int rounds = 50_000_000;
            long memory = rig.allocate(ALL.bytes());
            rig.write(rig.arena.allocateFrom(JAVA_INT, 5), FIRST, new Slice(memory, FIRST));
            Slice outside = new Slice(memory, Region.of(4L * COUNT, 4));
            MemorySegment seen = rig.arena.allocate(ALL.bytes(), 4);
            triple(rig, memory, 1, rounds);
            Rig.Outcome refused = rig.write(rig.arena.allocate(4), FIRST, outside);
            rig.read(new Slice(memory, ALL), seen, ALL).awaitSuccess();
            assertInstanceOf(DeviceException.class, refused.await());
            assertEquals(tripled(5, 0, rounds), seen.get(JAVA_INT, 0));
        }
    }

    @Test
    void rule29_largeBoxesOfAnyPitchAreCopiedAndNothingBetweenTheirRows() throws Exception {
        Region[][] pairs = {
            {
                new Region(12, 3000, 40, 20, 3100, 125_000),
                new Region(7, 3000, 40, 20, 4096, 170_001)
            },
            {Region.of(5, 1_500_000), new Region(64, 1500, 1000, 1, 1777, 0)},
            {new Region(64, 3, 500_000, 1, 5, 0), Region.of(3, 1_500_000)},
        };
        try (Rig rig = open(Map.of())) {
            for (Region[] pair : pairs) {
                copyThereAndBack(rig, pair[0], pair[1]);
            }
            assertTrue(isCopiedByThreads(rig));
        }
    }

    private static void copyThereAndBack(Rig rig, Region off, Region on) throws Exception {
        int size = 4_000_000;
        Region all = Region.of(0, size);
        long memory = rig.allocate(size);
        MemorySegment source = rig.arena.allocate(size);
        for (int i = 0; i < size; i++) {
            source.set(JAVA_BYTE, i, (byte) (i * 31 / 7));
        }
        MemorySegment expected = rig.arena.allocate(size).fill((byte) 0x55);
        rig.write(expected, all, new Slice(memory, all)).awaitSuccess();
        rig.write(source, off, new Slice(memory, on)).awaitSuccess();
        Region.copy(source, off, expected, on);
        MemorySegment seen = rig.arena.allocate(size);
        rig.read(new Slice(memory, all), seen, all).awaitSuccess();
        assertEquals(-1, expected.mismatch(seen), off + " to " + on);
        seen.fill((byte) 0x33);
        rig.read(new Slice(memory, on), seen, off).awaitSuccess();
        expected.fill((byte) 0x33);
        Region.copy(source, off, expected, off);
        assertEquals(-1, expected.mismatch(seen), on + " back to " + off);
        rig.device.release(memory);
    }

    /** Writes and reads on several lanes, each read behind its write, into a target of its own. */
    private static List<Rig.Outcome> copyALot(Rig rig, List<MemorySegment> targets)
            throws Exception {
        MemorySegment source = rig.arena.allocate(ALL.bytes());
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            slices.add(new Slice(rig.allocate(ALL.bytes()), ALL));
            targets.add(rig.arena.allocate(ALL.bytes()));
        }
        List<Rig.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < slices.size(); i++) {
            outcomes.add(write(rig, i % 4, source, slices.get(i).memory()));
            Rig.Outcome read = new Rig.Outcome();
            rig.device.read(rig.order(i % 4), slices.get(i), targets.get(i), ALL, read);
            outcomes.add(read);
        }
        return outcomes;
    }

    @RepeatedTest(5)
    void rule43_aLossTellsLargeCopiesOnceAndNothingIsWrittenAfterwards() throws Exception {
        Rig rig = open(Map.of());
        List<MemorySegment> targets = new ArrayList<>();
        List<Rig.Outcome> outcomes = copyALot(rig, targets);
        ((OpenClDevice) rig.device).dispatcher().lose(new IllegalStateException("as planned"));
        assertToldOnce(outcomes, DeviceLostException.class);
        MemorySegment mark = rig.arena.allocate(ALL.bytes()).fill((byte) 7);
        for (MemorySegment target : targets) {
            target.copyFrom(mark); // memory that may belong to another owner by now
        }
        rig.device.close();
        for (MemorySegment target : targets) {
            assertEquals(-1, mark.mismatch(target));
        }
        rig.close();
    }

    @RepeatedTest(5)
    void rule41_closeSettlesLargeCopiesThatAreUnderWay() throws Exception {
        Rig rig = open(Map.of());
        List<Rig.Outcome> outcomes = copyALot(rig, new ArrayList<>());
        rig.device.close();
        assertTrue(outcomes.stream().allMatch(outcome -> outcome.end.isDone()));
        assertToldOnce(outcomes, Void.class);
        awaitEndOfThreads(rig);
        rig.close();
    }

    @Test
    void closeGivesUpLargeCopiesAtItsDeadlineAndTellsThem() throws Exception {
        Rig rig = open(Map.of("close.deadline.ms", 200));
        MemorySegment source = rig.arena.allocate(ALL.bytes());
        long memory = rig.allocate(ALL.bytes());
        List<Rig.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            outcomes.add(write(rig, i % 4, source, memory));
        }
        rig.device.close();
        assertTrue(outcomes.stream().allMatch(outcome -> outcome.end.isDone()));
        assertToldOnce(outcomes, DeviceException.class);
        awaitEndOfThreads(rig);
    }

    @Test
    void rule23_theCompletionOfALargeCopyMayFreeAndClose() throws Exception {
        Rig rig = open(Map.of("pooling", false));
        long memory = rig.allocate(ALL.bytes());
        Rig.Outcome closing =
                new Rig.Outcome() {
                    @Override
                    public void done() {
                        rig.device.release(memory);
                        rig.device.close();
                        super.done();
                    }
                };
        rig.device.write(rig.order(0), numbers(rig, 1), ALL, new Slice(memory, ALL), closing);
        closing.awaitSuccess();
        rig.close();
    }

    @Test
    void rule27_aLargeCopyOfClosedMemoryFailsAndWhatFollowsItIsNotRun() throws Exception {
        try (Rig rig = open(Map.of())) {
            Arena arena = Arena.ofShared();
            MemorySegment source = arena.allocate(ALL.bytes());
            arena.close();
            long memory = rig.upload(new int[COUNT]);
            var failing = rig.order(1);
            Rig.Outcome failed = new Rig.Outcome();
            rig.device.write(failing, source, ALL, new Slice(memory, ALL), failed);
            Rig.Outcome after = write(rig, 0, numbers(rig, 1), memory, failing.ticket());
            Rig.Outcome onItsLane = write(rig, 1, numbers(rig, 1), memory);
            assertInstanceOf(DeviceException.class, failed.await());
            assertInstanceOf(IllegalStateException.class, failed.await().getCause());
            assertInstanceOf(NotStartedException.class, after.await());
            onItsLane.awaitSuccess();
        }
    }

    @RepeatedTest(20)
    void rule43_memoryClosedDuringALargeCopyFailsItOrComesTooLate() throws Exception {
        try (Rig rig = open(Map.of())) {
            long memory = rig.allocate(ALL.bytes());
            Arena arena = Arena.ofShared();
            Rig.Outcome written = write(rig, 0, arena.allocate(ALL.bytes()), memory);
            Thread.onSpinWait();
            arena.close();
            assertToldOnce(List.of(written), DeviceException.class);
            write(rig, 0, numbers(rig, 1), memory).awaitSuccess();
        }
    }

    @Test
    void memoryThatIsConfinedToItsThreadIsTheDriversToCopy() throws Exception {
        try (Rig rig = open(Map.of());
                Arena arena = Arena.ofConfined()) {
            long memory = rig.allocate(ALL.bytes());
            MemorySegment source = arena.allocate(ALL.bytes()).fill((byte) 3);
            write(rig, 0, source, memory).awaitSuccess();
            MemorySegment seen = arena.allocate(ALL.bytes());
            rig.read(new Slice(memory, ALL), seen, ALL).awaitSuccess();
            assertEquals(-1, source.mismatch(seen));
            assertFalse(isCopiedByThreads(rig));
        }
    }
}
