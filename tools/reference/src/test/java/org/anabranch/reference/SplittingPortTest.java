package org.anabranch.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Mapping;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.JavaLaunch;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort.Stolen;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

class SplittingPortTest {
    private static final long ELEMENTS = 64;

    private static Launch each(Kernel kernel, Mapping mapping, Mode mode) {
        NamedBuffer buffer = new NamedBuffer("b", new Shape(JAVA_LONG, List.of(ELEMENTS)));
        Region whole = buffer.shape().whole();
        Piece all = Piece.of(0, ELEMENTS, 1);
        Slice slice = new Slice(1, mapping.map(all, buffer.shape()));
        MappedOperand source = new MappedOperand(buffer, mapping, mode);
        return new Launch(
                1, kernel, all, List.of(new LaunchArgument.Memory(slice, whole, 8, mode, source)));
    }

    private static Kernel increment(Runnable first) {
        return Kernel.of("increment", Parameter.inOut("data"))
                .java(
                        (piece, arguments) -> {
                            first.run();
                            MemorySegment data = arguments.segment(0);
                            for (long i = piece.low(0); i < piece.high(0); i++) {
                                data.setAtIndex(JAVA_LONG, i, data.getAtIndex(JAVA_LONG, i) + 1);
                            }
                        });
    }

    @Test
    void K2H_aTaskIsSplitAndEndsWhenTheStolenPartHas() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(ELEMENTS * 8);
            CountDownLatch begun = new CountDownLatch(1);
            Semaphore steps = new Semaphore(0);
            Runnable step =
                    () -> {
                        begun.countDown();
                        steps.acquireUninterruptibly();
                    };
            SplittingPort port = new SplittingPort("reference:0", 1, handle -> memory);
            Outcome end = new Outcome();
            assertTrue(port.offer(each(increment(step), Mapping.each(), Mode.READ_WRITE), end));
            begun.await();
            Stolen stolen = port.steal();
            Piece half = stolen.launch().piece();
            LaunchArgument.Memory part =
                    (LaunchArgument.Memory) stolen.launch().arguments().getFirst();
            assertEquals(Region.of(half.low(0) * 8, half.size() * 8), part.slice().region());
            steps.release(1000);
            while (memory.getAtIndex(JAVA_LONG, 0) == 0) {
                Thread.onSpinWait();
            }
            assertFalse(end.ended(), "ended before its stolen part");
            JavaLaunch.run(stolen.launch(), handle -> memory);
            stolen.completion().done();
            end.succeeds();
            for (long i = 0; i < ELEMENTS; i++) {
                assertEquals(1, memory.getAtIndex(JAVA_LONG, i), "element " + i);
            }
            port.close();
        }
    }

    /** A port whose only worker is busy until the gate opens. */
    private static SplittingPort busyPort(CountDownLatch gate, MemorySegment memory)
            throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        SplittingPort port = new SplittingPort("reference:0", 1, handle -> memory);
        Kernel blocker =
                Kernel.of("block")
                        .java(
                                (piece, arguments) -> {
                                    begun.countDown();
                                    gate.await();
                                });
        Launch launch = new Launch(1, blocker, Piece.of(0, 1, 1), List.of());
        assertTrue(port.offer(launch, new Outcome()));
        begun.await();
        return port;
    }

    @Test
    void aFailureOfAStolenPartFailsTheTask() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            CountDownLatch gate = new CountDownLatch(1);
            SplittingPort port = busyPort(gate, arena.allocate(ELEMENTS * 8));
            Outcome end = new Outcome();
            assertTrue(port.offer(each(increment(() -> {}), Mapping.each(), Mode.READ_WRITE), end));
            port.steal().completion().failed(new IllegalStateException("over there"));
            assertEquals("over there", end.failure().getMessage());
            gate.countDown();
            port.close();
        }
    }

    @Test
    void rule_4_1_closeFailsATaskOfWhichAThiefStillHasAPart() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            CountDownLatch gate = new CountDownLatch(1);
            SplittingPort port = busyPort(gate, arena.allocate(ELEMENTS * 8));
            Outcome end = new Outcome();
            Launch task = each(increment(() -> {}), Mapping.each(), Mode.READ_WRITE);
            assertTrue(port.offer(task, end));
            Stolen stolen = port.steal();
            gate.countDown();
            port.close();
            assertInstanceOf(DeviceException.class, end.failure());
            stolen.completion().done();
            assertEquals(0, port.hungry());
            assertFalse(port.offer(task, new Outcome()));
            assertNull(port.steal());
        }
    }

    @Test
    void aBusyPortRefusesMoreThanItCanHold() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            CountDownLatch gate = new CountDownLatch(1);
            SplittingPort port = busyPort(gate, arena.allocate(ELEMENTS * 8));
            Launch task = each(increment(() -> {}), Mapping.each(), Mode.READ_WRITE);
            int welcome = port.hungry();
            for (int i = 0; i < welcome; i++) {
                assertTrue(port.offer(task, new Outcome()));
            }
            assertFalse(port.offer(task, new Outcome()));
            gate.countDown();
            port.close();
        }
    }

    @Test
    void onlyWhatWritesDisjointIntervalsIsHalved() {
        Kernel kernel = increment(() -> {});
        List<Launch> halves = each(kernel, Mapping.each(), Mode.WRITE).halves();
        assertEquals(
                List.of(Piece.of(0, 32, 1), Piece.of(32, 64, 1)),
                halves.stream().map(Launch::piece).toList());
        assertEquals(2, each(kernel, Mapping.around(1), Mode.READ).halves().size());
        assertEquals(1, each(kernel, Mapping.around(1), Mode.WRITE).halves().size());
        assertEquals(1, each(kernel, Mapping.whole(), Mode.REDUCE).halves().size());
        NamedBuffer buffer = new NamedBuffer("b", new Shape(JAVA_LONG, List.of(ELEMENTS)));
        Operand operand = buffer.all().inOut();
        Slice slice = new Slice(1, buffer.shape().whole());
        Launch fixed =
                new Launch(
                        1,
                        kernel,
                        Piece.of(0, 64, 1),
                        List.of(
                                new LaunchArgument.Memory(
                                        slice, slice.region(), 8, Mode.READ_WRITE, operand)));
        assertEquals(1, fixed.halves().size());
    }

    @Test
    void aLatticeIsHalvedWithoutLosingOrDoublingAnIndex() {
        Launch launch = new Launch(1, increment(() -> {}), Piece.of(-3, 30, 7), List.of());
        List<Launch> halves = launch.halves();
        assertEquals(
                List.of(Piece.of(-3, 11, 7), Piece.of(11, 30, 7)),
                halves.stream().map(Launch::piece).toList());
        assertEquals(
                launch.piece().size(),
                halves.stream().mapToLong(half -> half.piece().size()).sum());
    }
}
