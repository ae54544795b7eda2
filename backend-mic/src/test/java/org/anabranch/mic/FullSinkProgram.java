package org.anabranch.mic;

import static org.anabranch.faulty.HeapFiller.require;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Mode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort.Stolen;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A card whose heap a kernel fills, but for a few bytes, more of them from round to round; first
 * for a moment, then for good. Ends with status 0 if each operation that was submitted meanwhile is
 * told how it ended, and a card that has memory again, or its next generation, works.
 */
final class FullSinkProgram {
    private static final int STEP = Integer.getInteger("full.step", 320);
    private static final int MOST = Integer.getInteger("full.most", 4800);
    private static final long FULL_NANOS = 100_000_000;
    private static final int PATIENCE_SECONDS = 60;
    private static final int LARGE = 3 << 17;
    private static final int SMALL = 64;
    private static final Region ALL = Region.of(0, 8 * SMALL);
    private static final Region MUCH = Region.of(0, 8L * LARGE);

    /** On the card: the heap is full, until that thread lets go. */
    private static volatile boolean full;

    /** Fills the heap but for so many bytes, for good or for a moment. */
    private static final Kernel FILL =
            Kernel.of("fill", Parameter.inOut("data"), Parameter.scalar("left"))
                    .java((piece, arguments) -> fill((int) arguments.longAt(1)));

    private static final Kernel LET_GO_LATER =
            Kernel.of("let go later", Parameter.inOut("data"))
                    .java(
                            (piece, arguments) -> {
                                HeapFiller.letGo(); // it is there from now on
                                Thread.ofPlatform().daemon().start(FullSinkProgram::letGoLater);
                            });

    private static final Kernel LOOK =
            Kernel.of("look", Parameter.in("data")).java((piece, arguments) -> {});

    private static final MemorySegment HOST = Rig.host(LARGE);

    private final List<Told> accepted = new ArrayList<>();
    private final Rig rig;
    private final long memory;
    private final long other;
    private final long add;
    private final long look;
    private final long fill;

    private FullSinkProgram(Rig rig, boolean forGood) throws Exception {
        this.rig = rig;
        memory = rig.device.allocate(MUCH.bytes(), MemoryKind.NORMAL);
        other = rig.device.allocate(MUCH.bytes(), MemoryKind.NORMAL);
        add = rig.device.load(Rig.ADD);
        look = rig.device.load(LOOK);
        fill = rig.device.load(FILL);
        if (!forGood) {
            long later = rig.device.load(LET_GO_LATER);
            rig.run(0, launch(LET_GO_LATER, later, SMALL)).succeeds();
        }
    }

    private static void fill(int left) {
        HeapFiller.takeAllBut(left);
        full = true;
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

    public static void main(String[] args) throws Exception {
        int lost = 0;
        MicBackend backend = MicBackend.with(Map.of("cores", 4, "patience", 10_000L));
        FullSinkProgram card = new FullSinkProgram(new Rig(backend), false);
        for (int left = 0; left <= MOST; left += STEP) {
            String round = "full but for " + left + " bytes";
            card.round(round, left);
            if (card.rig.device.card().isLost()) {
                lost++;
                card.rig.close();
                card = new FullSinkProgram(new Rig(backend), false);
            }
            card.healthy(round);
        }
        card.rig.close();
        System.out.println(lost + " cards were lost");
        forGood();
        System.exit(0);
    }

    /** Nobody lets go: the host gives the card up, and the next one works. */
    private static void forGood() throws Exception {
        MicBackend backend = MicBackend.with(Map.of("cores", 4, "beat", 100L, "patience", 2_000L));
        for (int left : new int[] {0, 2_000, 200_000}) {
            FullSinkProgram card = new FullSinkProgram(new Rig(backend), true);
            card.round("full for good but for " + left + " bytes", left);
            card.rig.close();
        }
        FullSinkProgram next = new FullSinkProgram(new Rig(backend), true);
        next.healthy("after all");
        next.rig.close();
    }

    private void round(String round, int left) throws Exception {
        accepted.add(rig.run(0, launch(FILL, fill, SMALL, (long) left)));
        Slice small = new Slice(memory, ALL);
        Slice much = new Slice(memory, MUCH);
        Slice copy = new Slice(other, MUCH);
        accepted.get(0).handle((done, failure) -> "").get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        for (int i = 0; i < 3; i++) {
            accepted.add(rig.run(0, launch(Rig.ADD, add, SMALL, 1L)));
            give((order, told) -> rig.device.write(order, HOST, ALL, small, told), 1);
            give((order, told) -> rig.device.read(order, small, HOST, ALL, told), 1);
            give((order, told) -> rig.device.write(order, HOST, MUCH, copy, told), 2);
            give((order, told) -> rig.device.copy(order, copy, much, told), 2);
            give((order, told) -> rig.device.read(order, much, HOST, MUCH, told), 2);
            accepted.add(rig.run(3, launch(LOOK, look, 1 << 14)));
            give((order, told) -> rig.device.run(order, tooMuch(), told), 3);
        }
        offer();
        comeAndGo(round);
        settle(round);
    }

    private interface Submission {
        void submit(Order order, Told told);
    }

    private void give(Submission submission, int lane) {
        Told told = new Told();
        submission.submit(rig.order(lane), told);
        accepted.add(told);
    }

    private void offer() throws InterruptedException {
        var port = rig.device.stealPort().orElseThrow();
        Told told = new Told();
        while (port.offer(launch(LOOK, look, 1000), told)) {
            accepted.add(told);
            told = new Told();
        }
        Stolen stolen = port.steal();
        if (stolen != null) {
            stolen.completion().done();
        }
    }

    private void comeAndGo(String round) {
        try {
            rig.device.release(rig.device.load(Rig.until("/")));
            rig.device.release(rig.device.allocate(MUCH.bytes(), MemoryKind.NORMAL));
        } catch (DeviceException refused) {
            System.out.println(round + ": " + refused.getMessage()); // as it may be
        }
    }

    private void settle(String round) throws Exception {
        int failed = 0;
        for (Told told : accepted) {
            try {
                Throwable failure =
                        told.handle((done, cause) -> cause).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                failed += failure == null ? 0 : 1;
            } catch (TimeoutException never) {
                require(false, round + ": operation " + accepted.indexOf(told) + " is not told");
            }
        }
        System.out.println(
                round
                        + ": "
                        + failed
                        + " of "
                        + accepted.size()
                        + " failed"
                        + (rig.device.card().isLost() ? ", the card is lost" : ""));
        accepted.clear();
    }

    private void healthy(String round) throws Exception {
        for (int lane = 0; lane < 4; lane++) {
            Throwable failure = rig.run(lane, launch(Rig.ADD, add, SMALL, 1L)).end();
            require(failure == null, round + ", and then: " + failure);
        }
    }

    /** Arguments that take more than a few bytes. */
    private Launch tooMuch() {
        Number[] numbers = new Number[400];
        java.util.Arrays.fill(numbers, 1L);
        return launch(LOOK, look, 1, numbers);
    }

    private Launch launch(Kernel kernel, long loaded, int indices, Number... numbers) {
        List<LaunchArgument> arguments = new ArrayList<>();
        Mode mode = kernel == LOOK ? Mode.READ : Mode.READ_WRITE;
        arguments.add(new LaunchArgument.Memory(new Slice(memory, ALL), ALL, 8, mode, null));
        for (Number number : numbers) {
            arguments.add(new LaunchArgument.Value(number));
        }
        return new Launch(loaded, kernel, Piece.of(0, indices, 1), arguments);
    }
}
