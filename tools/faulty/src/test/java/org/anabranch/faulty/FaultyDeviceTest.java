package org.anabranch.faulty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.faulty.Fault.Operation;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

class FaultyDeviceTest {
    private static final DeviceInfo BELOW =
            new DeviceInfo(
                    "reference:0",
                    4,
                    4,
                    Map.of(MemoryKind.NORMAL, 4096L),
                    Set.of(KernelCode.JAVA),
                    false,
                    true,
                    Map.of());

    private long ticket;

    private static FaultyBackend backend(FaultPlan plan) {
        return new FaultyBackend(new ReferenceBackend(List.of(BELOW), true), plan);
    }

    private static FaultyDevice open(FaultPlan plan) throws DeviceException {
        FaultyBackend backend = backend(plan);
        DeviceInfo info = backend.probe().getFirst();
        return (FaultyDevice) backend.open(info, info.mask());
    }

    private static Launch launch(JavaKernel code) {
        return new Launch(1, Kernel.of("test").java(code), Piece.of(0, 1, 1), List.of());
    }

    private Outcome run(FaultyDevice device, int lane, JavaKernel code, long... after) {
        return run(device, lane, new Outcome(), code, after);
    }

    private Outcome run(
            FaultyDevice device, int lane, Outcome outcome, JavaKernel code, long... after) {
        device.run(new Order(lane, ++ticket, after), launch(code), outcome);
        return outcome;
    }

    @Test
    void anOperationFailsByItsNumberWithoutEffectAndTheOthersDoNot() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("seed 1; fail at 2"))) {
            List<Integer> ran = new CopyOnWriteArrayList<>();
            List<Outcome> ends = new ArrayList<>();
            for (int i = 1; i <= 3; i++) {
                int number = i;
                ends.add(run(device, 0, (piece, arguments) -> ran.add(number)));
            }
            assertEquals("done", ends.get(0).calls());
            assertEquals("failed", ends.get(1).calls());
            assertEquals("done", ends.get(2).calls());
            assertInstanceOf(InjectedFaultException.class, ends.get(1).cause);
            assertEquals(
                    "faulty:0, operation 2 (RUN): fails by plan", ends.get(1).cause.getMessage());
            assertEquals(List.of(1, 3), ran);
            assertEquals(3, device.count(Operation.ANY));
        }
    }

    @Test
    void anOperationWhoseEndFindsNoMemoryKeepsNoOtherFromBeingTold() throws Exception {
        FaultPlan plan = FaultPlan.parse("seed 1; delay 1 1");
        try (FaultyDevice device = open(plan)) {
            Completion full =
                    new Completion() {
                        @Override
                        public void done() {
                            throw new OutOfMemoryError("as planned");
                        }

                        @Override
                        public void failed(Throwable cause) {}
                    };
            device.run(
                    new Order(0, ++ticket, Order.NOTHING), launch((piece, arguments) -> {}), full);
            assertEquals("done", run(device, 0, (piece, arguments) -> {}).calls());
        }
    }

    @Test
    void operationsThatCostAreToldOneAfterAnotherAndTheOthersGoOn() throws Exception {
        FaultPlan plan = FaultPlan.parse("cost run 200000 0");
        try (FaultyDevice device = open(plan);
                Arena arena = Arena.ofShared()) {
            List<Outcome> told = new CopyOnWriteArrayList<>();
            List<Outcome> expected = new ArrayList<>();
            for (int lane = 0; lane < 3; lane++) {
                Outcome run = new Outcome(told);
                expected.add(run(device, lane, run, (piece, arguments) -> {}));
            }
            long memory = device.allocate(8, MemoryKind.NORMAL);
            Outcome write = new Outcome(told);
            expected.addFirst(write);
            device.write(
                    new Order(3, ++ticket, Order.NOTHING),
                    arena.allocate(8),
                    Region.of(0, 8),
                    new Slice(memory, Region.of(0, 8)),
                    write);
            for (Outcome outcome : expected) {
                assertEquals("done", outcome.calls());
            }
            assertEquals(expected, told);
        }
    }

    @Test
    void runsAreCountedApartFromCopies() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("fail run at 1"));
                Arena arena = Arena.ofShared()) {
            long memory = device.allocate(8, MemoryKind.NORMAL);
            MemorySegment host = arena.allocate(8);
            Region all = Region.of(0, 8);
            Outcome write = new Outcome();
            device.write(
                    new Order(0, ++ticket, Order.NOTHING),
                    host,
                    all,
                    new Slice(memory, all),
                    write);
            Outcome run = run(device, 0, (piece, arguments) -> {});
            Outcome read = new Outcome();
            device.read(
                    new Order(0, ++ticket, Order.NOTHING), new Slice(memory, all), host, all, read);
            assertEquals(
                    "done failed done", write.calls() + " " + run.calls() + " " + read.calls());
        }
    }

    @Test
    void rule_2_7_whatNamesAFailedOperationFailsWithIt() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("fail at 2"))) {
            CountDownLatch gate = new CountDownLatch(1);
            run(device, 0, (piece, arguments) -> gate.await());
            Outcome failing = run(device, 0, (piece, arguments) -> {});
            Outcome heir = run(device, 1, (piece, arguments) -> {}, ticket);
            Outcome mate = run(device, 1, (piece, arguments) -> {});
            gate.countDown();
            assertEquals("failed", failing.calls());
            assertEquals("failed", heir.calls());
            assertInstanceOf(NotStartedException.class, heir.cause);
            assertEquals("done", mate.calls());
        }
    }

    @Test
    void rule_2_6_endsStayInOrderOnALaneHoweverLateTheyAreTold() throws Exception {
        FaultPlan plan = FaultPlan.parse("seed 3; delay 0.5 2; reorder; fail 0.2");
        List<Outcome> told = new CopyOnWriteArrayList<>();
        List<List<Outcome>> submitted = new ArrayList<>();
        try (FaultyDevice device = open(plan)) {
            for (int lane = 0; lane < 4; lane++) {
                submitted.add(new ArrayList<>());
            }
            for (int i = 0; i < 200; i++) {
                submitted
                        .get(i % 4)
                        .add(run(device, i % 4, new Outcome(told), (piece, arguments) -> {}));
            }
        }
        assertEquals(200, told.size());
        for (List<Outcome> lane : submitted) {
            List<Outcome> inOrder = new ArrayList<>(told);
            inOrder.retainAll(lane);
            assertEquals(lane, inOrder);
        }
    }

    @Test
    void endsOnDifferentLanesAreTurnedRoundByReorder() throws Exception {
        List<Outcome> told = new CopyOnWriteArrayList<>();
        List<Outcome> submitted = new ArrayList<>();
        try (FaultyDevice device = open(FaultPlan.parse("seed 5; reorder"))) {
            CountDownLatch gate = new CountDownLatch(1);
            for (int lane = 0; lane < 4; lane++) {
                run(device, lane, (piece, arguments) -> gate.await());
            }
            for (int i = 0; i < 40; i++) {
                submitted.add(run(device, i % 4, new Outcome(told), (piece, arguments) -> {}));
            }
            gate.countDown();
        }
        assertEquals(40, told.size());
        assertNotEquals(submitted, told);
    }

    @Test
    void elsewhereIsAThreadThatRunsNothingElse() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("elsewhere"))) {
            Thread[] ran = new Thread[1];
            Outcome outcome = run(device, 0, (piece, arguments) -> ran[0] = Thread.currentThread());
            assertEquals("done", outcome.calls());
            assertNotEquals(ran[0], outcome.thread);
            assertNotEquals(Thread.currentThread(), outcome.thread);
        }
    }

    @Test
    void inlineIsTheSubmittingThreadBeforeTheCallReturns() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("inline; fail at 2"))) {
            Outcome first = run(device, 0, (piece, arguments) -> {});
            assertTrue(first.ended());
            assertSame(Thread.currentThread(), first.thread);
            Outcome second = run(device, 0, (piece, arguments) -> {});
            assertTrue(second.ended());
            assertEquals("failed", second.calls());
        }
    }

    @Test
    void allocationsAreRefusedByNumberAndBySum() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("refuse at 2; refuse beyond 100"))) {
            long first = device.allocate(60, MemoryKind.NORMAL);
            DeviceException refused =
                    assertThrows(
                            DeviceException.class, () -> device.allocate(1, MemoryKind.NORMAL));
            assertEquals("faulty:0 refuses allocation 2 of 1 bytes, by plan", refused.getMessage());
            assertThrows(DeviceException.class, () -> device.allocate(41, MemoryKind.NORMAL));
            device.release(first);
            device.release(device.allocate(100, MemoryKind.NORMAL));
        }
    }

    @Test
    void rule_4_3_aLossFailsWhatIsOutstandingAndAllThatFollows() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        FaultyDevice device = open(FaultPlan.parse("lose at 3"));
        Outcome running = run(device, 0, (piece, arguments) -> gate.await());
        Outcome queued = run(device, 0, (piece, arguments) -> {});
        assertFalse(running.ended());
        assertFalse(device.lost());
        Outcome third = run(device, 1, (piece, arguments) -> {});
        assertTrue(device.lost());
        Outcome later = run(device, 1, (piece, arguments) -> {});
        for (Outcome outcome : List.of(running, queued, third, later)) {
            assertEquals("failed", outcome.calls());
            assertInstanceOf(DeviceLostException.class, outcome.cause);
        }
        assertThrows(DeviceLostException.class, () -> device.allocate(1, MemoryKind.NORMAL));
        assertThrows(DeviceLostException.class, () -> device.load(launch((p, a) -> {}).kernel()));
        StealPort port = device.stealPort().orElseThrow();
        assertEquals(0, port.hungry());
        assertFalse(port.offer(launch((p, a) -> {}), new Outcome()));
        gate.countDown();
        device.close();
        assertEquals("failed", running.calls());
    }

    @Test
    void aHangHoldsItsLaneUntilResumed() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("hang at 1"))) {
            Outcome hanging = run(device, 0, (piece, arguments) -> {});
            Outcome behind = run(device, 0, (piece, arguments) -> {});
            Outcome beside = run(device, 1, (piece, arguments) -> {});
            assertEquals("done", beside.calls());
            assertFalse(hanging.ended() || behind.ended());
            device.resume();
            assertEquals("done", behind.calls());
            assertTrue(hanging.ended());
        }
    }

    @Test
    void rule_4_1_closeLetsTheHangingGoOn() throws Exception {
        FaultyDevice device = open(FaultPlan.parse("hang at 1"));
        Outcome hanging = run(device, 0, (piece, arguments) -> {});
        device.close();
        assertTrue(hanging.ended());
        assertEquals("failed", run(device, 0, (piece, arguments) -> {}).calls());
    }

    @Test
    void offersFailByPlanToo() throws Exception {
        try (FaultyDevice device = open(FaultPlan.parse("fail run at 1"))) {
            StealPort port = device.stealPort().orElseThrow();
            Outcome first = new Outcome();
            assertTrue(port.offer(launch((p, a) -> {}), first));
            assertEquals("failed", first.calls());
            Outcome second = new Outcome();
            assertTrue(port.offer(launch((p, a) -> {}), second));
            assertEquals("done", second.calls());
        }
    }

    @Test
    void anUnpluggedDeviceIsLostAndNotListedUntilPluggedIn() throws Exception {
        FaultyBackend backend = backend(FaultPlan.NONE);
        DeviceInfo info = backend.probe().getFirst();
        assertEquals("faulty:0", info.id());
        FaultyDevice device = (FaultyDevice) backend.open(info, info.mask());
        assertSame(device, backend.device("faulty:0").orElseThrow());
        backend.unplug("faulty:0");
        assertTrue(device.lost());
        assertEquals(List.of(), backend.probe());
        assertThrows(DeviceLostException.class, () -> backend.open(info, info.mask()));
        device.close();
        backend.plug("faulty:0");
        assertEquals(List.of(info), backend.probe());
        try (FaultyDevice again = (FaultyDevice) backend.open(info, info.mask())) {
            assertFalse(again.lost());
            assertSame(again, backend.device("faulty:0").orElseThrow());
        }
    }
}
