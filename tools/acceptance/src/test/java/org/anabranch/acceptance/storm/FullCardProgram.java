package org.anabranch.acceptance.storm;

import static org.anabranch.faulty.HeapFiller.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.mic.MicBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A card that is opened, used and closed while the heap is full, but for a few bytes, more of them
 * from round to round: there is no memory at each allocation once. Ends with status 0 if each
 * operation was told once how it ended, or refused by a throw, and no card left anything behind.
 */
final class FullCardProgram {
    private static final int STEP = Integer.getInteger("full.step", 160);
    private static final int MOST = 960; // no operation allocates more here
    private static final int STEPS_TO_CLOSE = 10; // each costs a card
    private static final int BOOT_MILLIS = 500;
    private static final int BOOT_STEP = Integer.getInteger("full.boot", 250);
    private static final int SMALL = 512;
    private static final int LARGE = 3 << 20;
    private static final long FULL_NANOS = 40_000_000; // two collections take less time
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private static final Map<String, ?> SETTINGS = Map.of("cores", 2, "closeDeadline", 60_000L);

    private static final Kernel ADD =
            Kernel.of("add", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) ->
                                    arguments.segment(0).setAtIndex(JAVA_LONG, piece.low0(), 1));

    private static volatile boolean full;
    private static long tickets;

    private FullCardProgram() {}

    /** Remembers how often it was told, without memory. */
    private static final class Told implements Completion {
        private final AtomicInteger times = new AtomicInteger();
        private volatile Throwable failure;

        @Override
        public void done() {
            times.incrementAndGet();
        }

        @Override
        public void failed(Throwable cause) {
            failure = cause;
            times.incrementAndGet();
        }
    }

    /** An open card with memory, and what operations need. */
    private static final class Rig {
        final Backend.Device device;
        final MemorySegment memory = Arena.ofAuto().allocate(LARGE, 128);
        final Slice small;
        final Slice large;
        final Slice other;
        final Launch launch;

        Rig() throws DeviceException {
            MicBackend backend = MicBackend.with(SETTINGS);
            DeviceInfo info = backend.probe().getFirst();
            device = backend.open(info, info.mask());
            long handle = device.allocate(LARGE, MemoryKind.NORMAL);
            small = new Slice(handle, Region.of(0, SMALL));
            large = new Slice(handle, Region.of(0, LARGE));
            other = new Slice(device.allocate(LARGE, MemoryKind.NORMAL), large.region());
            launch =
                    new Launch(
                            device.load(ADD),
                            ADD,
                            Piece.of(0, SMALL / 8, 1),
                            List.of(
                                    new LaunchArgument.Memory(
                                            small, small.region(), 8, Mode.READ_WRITE, null)));
        }

        void write(Slice to, Order order, Completion told) {
            device.write(order, memory, to.region(), to, told);
        }

        void read(Slice from, Order order, Completion told) {
            device.read(order, from, memory, from.region(), told);
        }
    }

    /** An operation in a full heap. */
    private interface Deed {
        void on(Rig rig, Order order, Completion told) throws DeviceException;
    }

    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(FullCardProgram::letGoLater);
        Map<String, Deed> deeds =
                Map.of(
                        "run", (on, order, told) -> on.device.run(order, on.launch, told),
                        "copy",
                                (on, order, told) ->
                                        on.device.copy(order, on.large, on.other, told),
                        "write", (on, order, told) -> on.write(on.small, order, told),
                        "read", (on, order, told) -> on.read(on.small, order, told),
                        "large write", (on, order, told) -> on.write(on.large, order, told),
                        "large read", (on, order, told) -> on.read(on.large, order, told),
                        "offer", FullCardProgram::offer,
                        "load", FullCardProgram::load);
        Rig rig = new Rig();
        for (Map.Entry<String, Deed> deed : deeds.entrySet()) {
            for (int left = 0; left <= MOST; left += STEP) {
                run(rig, deed.getKey() + " with " + left + " bytes", left, deed.getValue());
            }
        }
        close(rig, 0);
        for (int left = STEP; left <= MOST; left += STEPS_TO_CLOSE * STEP) {
            close(new Rig(), left);
        }
        for (int millis = 0; millis <= BOOT_MILLIS; millis += BOOT_STEP) {
            open(millis);
        }
        System.out.println("all was told");
        System.exit(0);
    }

    /** Needs no memory. */
    private static void letGoLater() {
        while (true) {
            LockSupport.parkNanos(FULL_NANOS);
            if (full) {
                full = false;
                HeapFiller.letGo();
            }
        }
    }

    private static void fill(int left) {
        HeapFiller.takeAllBut(left);
        full = true;
    }

    private static void awaitRoom() {
        while (full) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void offer(Rig rig, Order order, Completion told) {
        if (!rig.device.stealPort().orElseThrow().offer(rig.launch, told)) {
            told.done();
        }
    }

    private static void load(Rig rig, Order order, Completion told) throws DeviceException {
        rig.device.release(rig.device.load(ADD));
        told.done();
    }

    private static void run(Rig rig, String round, int left, Deed deed) {
        Told told = new Told();
        Order order = new Order(0, ++tickets, Order.NOTHING);
        Throwable thrown = null;
        fill(left);
        try {
            deed.on(rig, order, told);
        } catch (OutOfMemoryError | DeviceException expected) {
            thrown = expected;
        }
        awaitRoom();
        if (thrown == null) {
            await(round, told);
        }
        healthy(rig, round);
        require(told.times.get() == (thrown == null ? 1 : 0), round + ": told " + told.times);
    }

    /** The card goes on: an operation behind the one before. */
    private static void healthy(Rig rig, String round) {
        Told told = new Told();
        rig.device.run(new Order(0, ++tickets, Order.NOTHING), rig.launch, told);
        await(round + ", and then", told);
        require(told.failure == null, round + ": the card is lost: " + told.failure);
    }

    private static void await(String round, Told told) {
        long begin = System.nanoTime();
        while (told.times.get() == 0) {
            require(System.nanoTime() - begin < PATIENCE_NANOS, round + ": it is not told");
            LockSupport.parkNanos(100_000);
        }
    }

    /** As the scheduler does it, which closes again what found no memory. */
    private static void close(Rig rig, int left) throws IOException {
        fill(left);
        while (!closes(rig)) {
            LockSupport.parkNanos(1_000_000);
        }
        awaitRoom();
        requireNothingLeft("closed with " + left + " bytes");
    }

    /** The heap is full at some time while the card starts. */
    private static void open(int millis) throws IOException, InterruptedException {
        MicBackend backend = MicBackend.with(SETTINGS);
        DeviceInfo info = backend.probe().getFirst();
        Thread filling =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    LockSupport.parkNanos(millis * 1_000_000L);
                                    fill(0);
                                });
        Backend.Device device = null;
        try {
            device = backend.open(info, info.mask());
        } catch (OutOfMemoryError | DeviceException expected) {
            require(expected != null, "why it does not open");
        }
        filling.join();
        awaitRoom();
        if (device != null) {
            device.close();
        }
        requireNothingLeft("opened, full after " + millis + " ms");
    }

    private static void requireNothingLeft(String when) throws IOException {
        require(
                ProcessHandle.current().children().noneMatch(child -> runs(child)),
                when + ": a process is left");
        String own = "anabranch-mic-" + ProcessHandle.current().pid() + "-";
        for (String folder : List.of(System.getProperty("java.io.tmpdir"), "/dev/shm")) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                require(files.noneMatch(file -> isNamed(file, own)), when + ": files are left");
            }
        }
    }

    /** Not if it is a zombie, which has no program. */
    private static boolean runs(ProcessHandle child) {
        return child.info().command().isPresent();
    }

    private static boolean isNamed(Path file, String start) {
        return file.getFileName().toString().startsWith(start);
    }

    private static boolean closes(Rig rig) {
        try {
            rig.device.close();
            return true;
        } catch (OutOfMemoryError expected) {
            return false;
        }
    }
}
