package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Devices that come and go while the heap is full, but for a few bytes, more of them from round to
 * round: there is no memory at each allocation once. Ends with status 0 if each device that was
 * opened is used, and closed in the end.
 */
final class FullDeviceProgram {
    private static final int STEP = Integer.getInteger("full.step", 160);
    private static final int MOST = Integer.getInteger("full.most", 2400);
    private static final int LATER_MILLIS = 20;
    private static final int PATIENCE_MILLIS = 20_000;
    private static final DeviceLostException LOST = new DeviceLostException("as planned", null);

    private static volatile boolean full;

    private FullDeviceProgram() {}

    /** What it does with the heap, in its call of this kind. */
    private enum Moment {
        OPEN,
        OPEN_PART,
        LISTEN,
        LOSS,
        CLOSE
    }

    public static void main(String[] args) {
        Thread.ofPlatform().daemon().start(FullDeviceProgram::letGoLater);
        try (House house = House.host()) {
            for (Moment moment : Moment.values()) {
                for (int left = 0; left <= MOST; left += STEP) {
                    run(house, moment, left);
                }
                System.out.println(moment + ": all are closed");
            }
        }
        System.exit(0);
    }

    /** Needs no memory. */
    private static void letGoLater() {
        while (true) {
            House.pause(LATER_MILLIS);
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

    private static void run(House house, Moment moment, int left) {
        String round = moment + " with " + left + " bytes";
        Greedy backend = new Greedy(moment, left);
        house.engine.add(backend);
        Set<DeviceDomain> seen = new HashSet<>();
        awaitNew(house, round, seen);
        if (moment == Moment.OPEN_PART) {
            openPart(house, round);
        }
        if (moment == Moment.LOSS) {
            backend.lose();
            awaitNew(house, round, seen);
        }
        house.engine.remove(backend);
        awaitRoom();
        require(backend.open.get() == 0, round + ": open still: " + backend.open);
        require(house.platform.domains().size() == 1, round + ": " + house.platform.domains());
    }

    /** Until a device is active that was not seen before. */
    private static void awaitNew(House house, String round, Set<DeviceDomain> seen) {
        for (int i = 0; i < PATIENCE_MILLIS; i++) {
            if (!full && isNew(house, seen)) {
                return;
            }
            House.pause(1);
        }
        require(false, round + ": it does not open: " + house.engine.domains.all());
    }

    private static boolean isNew(House house, Set<DeviceDomain> seen) {
        try {
            for (DeviceDomain device : house.engine.domains.devices()) {
                if (device.state() == Domain.State.ACTIVE && seen.add(device)) {
                    return true;
                }
            }
            return false;
        } catch (OutOfMemoryError full) {
            return false; // now it is full
        }
    }

    private static void awaitRoom() {
        while (full) {
            House.pause(1);
        }
    }

    private static void openPart(House house, String round) {
        ProcessorMask half = ProcessorMask.of(0, 1);
        Domain device = house.device(0);
        try {
            var _ = device.part(half);
        } catch (OutOfMemoryError expected) {
            awaitRoom();
        }
        require(device.part(half).state() == Domain.State.ACTIVE, round + ": the part is there");
    }

    private static final class Greedy implements Backend {
        private final Backend below = House.reference(1);
        private final AtomicInteger open = new AtomicInteger();
        private final Moment moment;
        private final int left;
        private boolean filled;
        private volatile Consumer<DeviceLostException> listener;

        Greedy(Moment moment, int left) {
            this.moment = moment;
            this.left = left;
        }

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            Device device = new GreedyDevice(below.open(info, mask), this);
            open.incrementAndGet();
            boolean whole = mask.equals(info.mask());
            at(whole ? Moment.OPEN : Moment.OPEN_PART);
            return device;
        }

        /** Fills the heap if this is the moment, for the first time. */
        synchronized void at(Moment now) {
            if (moment == now && !filled) {
                filled = true;
                fill(left);
            }
        }

        void lose() {
            at(Moment.LOSS);
            listener.accept(LOST);
        }
    }

    /** As the device below, but for the heap. */
    private static final class GreedyDevice implements Backend.Device {
        private final Backend.Device below;
        private final Greedy backend;
        private boolean closed;

        GreedyDevice(Backend.Device below, Greedy backend) {
            this.below = below;
            this.backend = backend;
        }

        @Override
        public long load(Kernel kernel) throws DeviceException {
            return below.load(kernel);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            return below.allocate(bytes, kind);
        }

        @Override
        public void release(long handle) {
            below.release(handle);
        }

        @Override
        public void write(Order order, MemorySegment from, Region of, Slice to, Completion told) {
            below.write(order, from, of, to, told);
        }

        @Override
        public void read(Order order, Slice from, MemorySegment to, Region of, Completion told) {
            below.read(order, from, to, of, told);
        }

        @Override
        public void run(Order order, Launch launch, Completion told) {
            below.run(order, launch, told);
        }

        @Override
        public Optional<StealPort> stealPort() {
            return below.stealPort();
        }

        @Override
        public boolean copies() {
            return below.copies();
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion told) {
            below.copy(order, from, to, told);
        }

        @Override
        public boolean sharesMemoryWithParts() {
            return below.sharesMemoryWithParts();
        }

        @Override
        public boolean abandon(Completion told) {
            return below.abandon(told);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> told) {
            backend.listener = told;
            backend.at(Moment.LISTEN);
            return true;
        }

        @Override
        public synchronized void close() {
            backend.at(Moment.CLOSE);
            below.close();
            if (!closed) {
                closed = true;
                backend.open.decrementAndGet();
            }
        }
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            HeapFiller.letGo();
            System.out.println("NOT SO: " + what);
            Thread.getAllStackTraces()
                    .forEach(
                            (thread, stack) -> {
                                System.out.println(thread);
                                Arrays.stream(stack).limit(12).forEach(System.out::println);
                            });
            Runtime.getRuntime().halt(1);
        }
    }
}
