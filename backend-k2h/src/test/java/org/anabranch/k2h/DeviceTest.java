package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.device.K2hBackend;
import org.anabranch.spi.Backend.Device;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

class DeviceTest {
    private static final int N = 10_000;
    private static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) -> {
                                MemorySegment data = arguments.segment(0);
                                for (long i = piece.low(0); i < piece.high(0); i++) {
                                    data.setAtIndex(
                                            JAVA_LONG,
                                            i,
                                            data.getAtIndex(JAVA_LONG, i) + arguments.longAt(1));
                                }
                            });
    private static final Kernel STRAY =
            Kernel.of("stray", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) ->
                                    arguments.segment(0).setAtIndex(JAVA_LONG, piece.high(0), 7));
    private static final Kernel FAIL =
            Kernel.of("fail", Parameter.inOut("data"), Parameter.scalar("amount"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });

    private final AtomicLong tickets = new AtomicLong();

    private static final class Told extends CompletableFuture<Boolean> implements Completion {
        private final AtomicLong calls = new AtomicLong();

        @Override
        public void done() {
            calls.incrementAndGet();
            complete(true);
        }

        @Override
        public void failed(Throwable cause) {
            calls.incrementAndGet();
            completeExceptionally(cause);
        }

        void succeeds() throws Exception {
            get(20, TimeUnit.SECONDS);
        }

        Throwable failure() {
            return assertThrows(ExecutionException.class, () -> get(20, TimeUnit.SECONDS))
                    .getCause();
        }
    }

    private static Device open(K2hBackend backend) throws DeviceException {
        DeviceInfo info = backend.probe().getFirst();
        return backend.open(info, info.mask());
    }

    private Order order(int lane) {
        return new Order(lane, tickets.incrementAndGet(), Order.NOTHING);
    }

    private static Launch launch(Device device, Kernel kernel, long memory, long from, long to)
            throws DeviceException {
        Region whole = Region.of(0, N * 8L);
        LaunchArgument.Memory data =
                new LaunchArgument.Memory(
                        new Slice(memory, Region.of(from * 8, (to - from) * 8)),
                        whole,
                        8,
                        Mode.READ_WRITE,
                        null);
        return new Launch(
                device.load(kernel),
                kernel,
                Piece.of(from, to, 1),
                List.of(data, new LaunchArgument.Value(1L)));
    }

    private void fill(Device device, long memory, Arena arena) throws Exception {
        Told told = new Told();
        device.write(
                order(0),
                arena.allocate(N * 8L, 128),
                Region.of(0, N * 8L),
                new Slice(memory, Region.of(0, N * 8L)),
                told);
        told.succeeds();
    }

    private void allAre(Device device, long memory, Arena arena, long expected) throws Exception {
        MemorySegment seen = arena.allocate(N * 8L, 128);
        Told told = new Told();
        device.read(
                order(0),
                new Slice(memory, Region.of(0, N * 8L)),
                seen,
                Region.of(0, N * 8L),
                told);
        told.succeeds();
        for (int i = 0; i < N; i++) {
            assertEquals(expected, seen.getAtIndex(JAVA_LONG, i), "element " + i);
        }
    }

    @Test
    void b1_aCopyStaysOnTheBoardAndFollowsWhatIsOnItsLane() throws Exception {
        try (Arena arena = Arena.ofShared();
                Device device = open(new K2hBackend(1, 2, false))) {
            assertTrue(device.copies());
            long one = device.allocate(N * 8L, MemoryKind.NORMAL);
            long other = device.allocate(N * 8L, MemoryKind.ON_CHIP);
            fill(device, other, arena);
            fill(device, one, arena);
            device.run(order(1), launch(device, ADD, one, 0, N), new Told());
            Told copy = new Told();
            device.copy(
                    order(1),
                    new Slice(one, new Region(80, 16, 3, 2, 40, 200)),
                    new Slice(other, new Region(8, 16, 3, 2, 24, 96)),
                    copy);
            copy.succeeds();
            MemorySegment seen = arena.allocate(N * 8L, 128);
            Told told = new Told();
            Region all = Region.of(0, N * 8L);
            device.read(order(1), new Slice(other, all), seen, all, told);
            told.succeeds();
            Set<Long> copied = Set.of(1L, 2L, 4L, 5L, 7L, 8L, 13L, 14L, 16L, 17L, 19L, 20L);
            for (long i = 0; i < N; i++) {
                assertEquals(copied.contains(i) ? 1 : 0, seen.getAtIndex(JAVA_LONG, i), "at " + i);
            }
        }
    }

    @Test
    void launchesOnEightLanesWriteSideBySideEvenWithinALine() throws Exception {
        for (boolean checked : new boolean[] {false, true}) {
            try (Device device = open(new K2hBackend(1, 8, checked));
                    Arena arena = Arena.ofShared()) {
                long memory = device.allocate(N * 8L, MemoryKind.NORMAL);
                fill(device, memory, arena);
                List<Told> all = new ArrayList<>();
                for (int from = 0; from < N; from += 125) {
                    Told told = new Told();
                    device.run(
                            order(from / 125 % 8),
                            launch(device, ADD, memory, from, from + 125),
                            told);
                    all.add(told);
                }
                for (Told told : all) {
                    told.succeeds();
                    assertEquals(1, told.calls.get());
                }
                allAre(device, memory, arena, 1);
            }
        }
    }

    @Test
    void aLaneIsInOrderAndFailuresLeaveTheDeviceUsable() throws Exception {
        try (Device device = open(new K2hBackend(1, 4, false));
                Arena arena = Arena.ofShared()) {
            long memory = device.allocate(N * 8L, MemoryKind.ON_CHIP);
            fill(device, memory, arena);
            List<Told> all = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                Told told = new Told();
                device.run(order(2), launch(device, i % 3 == 1 ? FAIL : ADD, memory, 0, N), told);
                all.add(told);
            }
            for (int i = 0; i < 300; i++) {
                if (i % 3 == 1) {
                    assertEquals("as planned", all.get(i).failure().getMessage());
                } else {
                    all.get(i).succeeds();
                }
            }
            allAre(device, memory, arena, 200);
        }
    }

    @Test
    void k2hC5_inCheckedModeAStrayWriteFailsTheLaunchAndChangesNothing() throws Exception {
        try (Device device = open(new K2hBackend(1, 2, true));
                Arena arena = Arena.ofShared()) {
            long memory = device.allocate(N * 8L, MemoryKind.NORMAL);
            fill(device, memory, arena);
            Told told = new Told();
            device.run(order(0), launch(device, STRAY, memory, 100, 200), told);
            K2hException failure = assertInstanceOf(K2hException.class, told.failure());
            assertTrue(
                    failure.getMessage().contains("stray wrote byte 1600"), failure.getMessage());
            allAre(device, memory, arena, 0);
        }
    }

    @Test
    void k2hS3_offersRunOnceAndWhatIsTakenBackDoesNotRunHere() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (Device device = open(new K2hBackend(1, 3, false));
                    Arena arena = Arena.ofShared()) {
                StealPort port = device.stealPort().orElseThrow();
                long memory = device.allocate(N * 8L, MemoryKind.NORMAL);
                fill(device, memory, arena);
                List<Told> accepted = new ArrayList<>();
                List<StealPort.Stolen> loot = new ArrayList<>();
                for (int from = 0; from < N; from += 100) {
                    Told told = new Told();
                    while (!port.offer(launch(device, ADD, memory, from, from + 100), told)) {
                        Thread.onSpinWait();
                    }
                    accepted.add(told);
                    StealPort.Stolen stolen = from % 300 == 0 ? port.steal() : null;
                    if (stolen != null) {
                        loot.add(stolen);
                    }
                }
                for (StealPort.Stolen stolen : loot) {
                    Told told = new Told();
                    device.run(order(0), stolen.launch(), told);
                    told.succeeds();
                    stolen.completion().done();
                }
                for (Told told : accepted) {
                    told.succeeds();
                    assertEquals(1, told.calls.get());
                }
                allAre(device, memory, arena, 1);
                assertNull(port.steal());
                assertTrue(port.hungry() >= 0 && port.hungry() <= 3);
            }
        }
    }

    @Test
    void aCompletionThatThrowsCostsOnlyItself() throws Exception {
        Completion broken =
                new Completion() {
                    @Override
                    public void done() {
                        throw new IllegalStateException("against the contract");
                    }

                    @Override
                    public void failed(Throwable cause) {
                        throw new IllegalStateException("against the contract", cause);
                    }
                };
        Arena arena = Arena.ofAuto();
        Device device = open(new K2hBackend(1, 2, false));
        long memory = device.allocate(N * 8L, MemoryKind.NORMAL);
        fill(device, memory, arena);
        Order failing = order(0);
        device.run(failing, launch(device, FAIL, memory, 0, N), broken);
        long[] after = {failing.ticket()};
        device.run(
                new Order(1, tickets.incrementAndGet(), after),
                launch(device, ADD, memory, 0, N),
                broken); // is not started, and told so
        device.run(order(0), launch(device, ADD, memory, 0, N), broken);
        allAre(device, memory, arena, 1);
        device.close(); // not if an operation has not ended: it would wait for ever
    }

    @Test
    void closeSettlesRefusesAndLeavesNoThread() throws Exception {
        K2hBackend backend = new K2hBackend(1, 8, false);
        Device device = open(backend);
        List<Told> all = new ArrayList<>();
        long memory = device.allocate(N * 8L, MemoryKind.NORMAL);
        for (int i = 0; i < 100; i++) {
            Told told = new Told();
            device.run(order(i % 8), launch(device, ADD, memory, 0, 10), told);
            all.add(told);
        }
        Launch late = launch(device, ADD, memory, 0, 10);
        device.close();
        device.close();
        for (Told told : all) {
            assertTrue(told.isDone());
            told.succeeds();
        }
        Told told = new Told();
        device.run(order(0), late, told);
        assertInstanceOf(DeviceException.class, told.failure());
        assertFalse(device.stealPort().orElseThrow().offer(late, new Told()));
        Set<String> left =
                Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(n -> n.startsWith("k2h "))
                        .collect(Collectors.toSet());
        assertEquals(Set.of(), left);
        open(backend).close();
    }

    @Test
    void masksMemoryAndFormatsAreChecked() throws Exception {
        K2hBackend backend = new K2hBackend(2, 8, false);
        DeviceInfo info = backend.probe().get(1);
        assertEquals(
                List.of("k2h:0", "k2h:1"), backend.probe().stream().map(DeviceInfo::id).toList());
        assertThrows(DeviceException.class, () -> backend.open(info, ProcessorMask.of(8)));
        assertThrows(DeviceException.class, () -> backend.open(info, ProcessorMask.of()));
        assertThrows(IllegalArgumentException.class, () -> new K2hBackend(1, 9, false));
        assertEquals(List.of(), new K2hBackend(0, 8, false).probe());
        try (Device part = backend.open(info, ProcessorMask.of(2, 5))) {
            assertThrows(DeviceException.class, () -> part.load(Kernel.of("none")));
            assertThrows(DeviceException.class, () -> part.allocate(1, MemoryKind.HIGH_BANDWIDTH));
            long onChip = info.memory().get(MemoryKind.ON_CHIP);
            assertThrows(
                    DeviceException.class, () -> part.allocate(onChip + 128, MemoryKind.ON_CHIP));
            part.release(part.allocate(onChip, MemoryKind.ON_CHIP));
            part.release(part.allocate(2L << 30, MemoryKind.NORMAL));
        }
    }
}
