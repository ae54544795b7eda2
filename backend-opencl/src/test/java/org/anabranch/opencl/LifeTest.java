package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandStatus;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Opening, closing, losing a device. */
final class LifeTest {
    @Test
    void d9_aDeviceSaysHowFastItIsAndHowManyUnitsItHas() {
        for (DeviceInfo info : Rig.devices(Rig.backend(Map.of()))) {
            assertEquals(
                    info.processors(), Integer.parseInt(info.properties().get("compute units")));
            assertTrue(
                    info.properties().get("clock").matches("\\d+ MHz|unknown"),
                    info.properties().toString());
        }
    }

    private static final Kernel STEP =
            Rig.kernel(
                    "advance",
                    "__kernel void advance(__global int *a, int by) { a[0] = a[0] * 3 + by; }",
                    Parameter.inOut("a"),
                    Parameter.scalar("by"));
    private static final Kernel LATE =
            Rig.kernel(
                    "late",
                    """
                    __kernel void late(__global int *a, int rounds, int count) {
                        int value = count;
                        for (int i = 0; i < rounds; i++) {
                            value = value * 1664525 + 1013904223;
                        }
                        for (int i = 0; i < count; i++) {
                            a[i] = value;
                        }
                    }
                    """,
                    Parameter.inOut("a"),
                    Parameter.scalar("rounds"),
                    Parameter.scalar("count"));
    private static final Region FIRST = Region.of(0, 4);

    @Test
    void rule12_probeFindsTheSameDevicesAgain() {
        OpenClBackend backend = Rig.backend(Map.of());
        assertEquals(Rig.devices(backend), Rig.devices(backend));
        assertEquals(Rig.devices(backend), Rig.devices(Rig.backend(Map.of())));
    }

    @Test
    void rule13_aDeviceOpensAgainAndAgain() throws Exception {
        OpenClBackend backend = Rig.backend(Map.of());
        DeviceInfo info = Rig.devices(backend).getFirst();
        for (int round = 0; round < 20; round++) {
            try (Rig rig = new Rig(backend.open(info, info.mask()), info)) {
                long memory = rig.upload(1);
                rig.run(
                                rig.device.load(STEP),
                                STEP,
                                Piece.of(0, 1, 1),
                                Rig.mapped(memory, FIRST),
                                Rig.value(round))
                        .awaitSuccess();
                assertEquals(3 + round, rig.download(memory, 1)[0]);
            }
        }
    }

    @Test
    void rule41_closeSettlesWhatIsOutstanding() throws Exception {
        Rig rig = Rig.open(Map.of());
        long memory = rig.upload(1);
        long handle = rig.device.load(STEP);
        List<Rig.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            outcomes.add(
                    rig.run(
                            handle,
                            STEP,
                            Piece.of(0, 1, 1),
                            Rig.mapped(memory, FIRST),
                            Rig.value(i)));
        }
        rig.device.close();
        assertTrue(outcomes.stream().allMatch(outcome -> outcome.end.isDone()));
        assertTrue(outcomes.stream().noneMatch(outcome -> outcome.twice));
        rig.close();
    }

    @Test
    void rule42_anOperationAfterCloseFailsAndDoesNotThrow() throws Exception {
        Rig rig = Rig.open(Map.of());
        long memory = rig.upload(1);
        long handle = rig.device.load(STEP);
        rig.device.close();
        rig.device.close();
        assertInstanceOf(
                DeviceException.class,
                rig.run(handle, STEP, Piece.of(0, 1, 1), Rig.mapped(memory, FIRST), Rig.value(1))
                        .await());
        assertInstanceOf(
                DeviceException.class,
                rig.read(new Slice(memory, FIRST), rig.arena.allocate(4), FIRST).await());
        rig.device.release(memory);
        rig.close();
    }

    @Test
    void rule23_aCompletionMaySubmitFreeAndEvenClose() throws Exception {
        Rig rig = Rig.open(Map.of());
        long memory = rig.upload(1);
        long handle = rig.device.load(STEP);
        AtomicInteger left = new AtomicInteger(100);
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Completion again =
                new Completion() {
                    @Override
                    public void done() {
                        if (left.decrementAndGet() > 0) {
                            rig.device.run(rig.order(0), launch(handle, memory), this);
                        } else {
                            rig.device.release(memory);
                            rig.device.close();
                            end.complete(null);
                        }
                    }

                    @Override
                    public void failed(Throwable cause) {
                        end.complete(cause);
                    }
                };
        rig.device.run(rig.order(0), launch(handle, memory), again);
        assertEquals(null, end.get(60, TimeUnit.SECONDS));
        rig.close();
    }

    private static Launch launch(long handle, long memory) {
        return new Launch(
                handle, STEP, Piece.of(0, 1, 1), List.of(Rig.mapped(memory, FIRST), Rig.value(1)));
    }

    @Test
    void rule44_closeLeavesNoThreadBehind() throws Exception {
        Rig rig = Rig.open(Map.of("staging", "on"));
        rig.upload(new int[300_000]);
        rig.close();
        assertTrue(
                Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("opencl:0 ")));
    }

    /** A device whose driver reports what the test wants. */
    private static Rig unreliable(Map<String, Object> settings, AtomicInteger status)
            throws DeviceException {
        OpenClBackend backend = Rig.backend(settings);
        DeviceInfo info = Rig.devices(backend).getFirst();
        CommandStatus lying =
                (event, scratch) ->
                        status.get() == 0 ? ClCommands.eventStatus(event, scratch) : status.get();
        return new Rig(backend.open(info, info.mask(), lying), info);
    }

    @Test
    void rule43_aPoisonedContextFailsEverythingAsLost() throws Exception {
        AtomicInteger status = new AtomicInteger();
        Rig rig = unreliable(Map.of(), status);
        long memory = rig.upload(1);
        long handle = rig.device.load(STEP);
        status.set(3);
        List<Rig.Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            outcomes.add(
                    rig.run(
                            rig.order(i % 2),
                            handle,
                            STEP,
                            Piece.of(0, 1, 1),
                            Rig.mapped(memory, FIRST),
                            Rig.value(1)));
        }
        assertFalse(outcomes.stream().anyMatch(outcome -> outcome.end.isDone()));
        status.set(ClStatus.OUT_OF_RESOURCES);
        for (Rig.Outcome outcome : outcomes) {
            assertInstanceOf(DeviceLostException.class, outcome.await());
        }
        assertInstanceOf(
                DeviceLostException.class,
                rig.read(new Slice(memory, FIRST), rig.arena.allocate(4), FIRST).await());
        rig.close();
    }

    @Test
    void aCommandThatRanOutOfMemoryFailsAloneAndTheDeviceGoesOn() throws Exception {
        AtomicInteger status = new AtomicInteger();
        Rig rig = unreliable(Map.of(), status);
        long memory = rig.upload(1);
        long handle = rig.device.load(STEP);
        status.set(ClStatus.MEM_OBJECT_ALLOCATION_FAILURE);
        Throwable failure =
                rig.run(handle, STEP, Piece.of(0, 1, 1), Rig.mapped(memory, FIRST), Rig.value(1))
                        .await();
        assertInstanceOf(DeviceException.class, failure);
        assertFalse(failure instanceof DeviceLostException);
        status.set(0);
        rig.run(handle, STEP, Piece.of(0, 1, 1), Rig.mapped(memory, FIRST), Rig.value(1))
                .awaitSuccess();
        rig.close();
    }

    @Test
    void closeGivesUpAtItsDeadlineAndTellsTheOutstanding() throws Exception {
        AtomicInteger status = new AtomicInteger();
        Rig rig = unreliable(Map.of("close.deadline.ms", 50, "direct.kib", 0), status);
        MemorySegment target = rig.arena.allocate(4);
        long memory = rig.upload(1);
        status.set(2);
        Rig.Outcome stuck = rig.read(new Slice(memory, FIRST), target, FIRST);
        rig.device.close();
        assertTrue(stuck.end.isDone());
        assertNotNull(stuck.await());
    }

    private static Rig.Outcome late(Rig rig, long memory, int rounds, int count) throws Exception {
        return rig.run(
                rig.device.load(LATE),
                LATE,
                Piece.of(0, 1, 1),
                Rig.mapped(memory, Region.of(0, 4L * count)),
                Rig.value(rounds),
                Rig.value(count));
    }

    /** Computes elsewhere for longer than what the driver still had to do. */
    private static void outlastTheDriver() throws Exception {
        try (Rig other = Rig.open(Map.of())) {
            late(other, other.allocate(4), 400_000_000, 1).awaitSuccess();
        }
    }

    @Test
    void rule43_memoryThatTheDriverStillWritesIsNotFreed() throws Exception {
        AtomicInteger status = new AtomicInteger();
        Rig rig = unreliable(Map.of("pooling", false), status);
        int count = 8 << 20;
        long memory = rig.allocate(4L * count);
        status.set(2);
        Rig.Outcome running = late(rig, memory, 200_000_000, count);
        ((OpenClDevice) rig.device).dispatcher().lose(new IllegalStateException("as planned"));
        assertInstanceOf(DeviceLostException.class, running.await());
        rig.device.release(memory);
        outlastTheDriver();
        rig.close();
    }

    @Test
    void rule43_noHostMemoryIsWrittenAfterItsReadHasBeenToldLost() throws Exception {
        int count = 8 << 20;
        Region all = Region.of(0, 4L * count);
        Rig rig = Rig.open(Map.of("direct.kib", 0, "staging", "off"));
        long memory = rig.allocate(4L * count);
        MemorySegment target = rig.arena.allocate(4L * count);
        late(rig, memory, 100_000_000, count);
        Rig.Outcome read = rig.read(new Slice(memory, all), target, all);
        ((OpenClDevice) rig.device).dispatcher().lose(new IllegalStateException("as planned"));
        Throwable failure = read.await(); // none if the driver computes before it returns
        assertTrue(failure == null || failure instanceof DeviceLostException);
        target.fill((byte) 7); // memory that may belong to another owner by now
        outlastTheDriver();
        assertEquals(-1, target.mismatch(rig.arena.allocate(4L * count).fill((byte) 7)));
        rig.close();
    }
}
