package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import org.anabranch.api.Domain;
import org.anabranch.api.ProcessorMask;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;

import java.util.HashSet;
import java.util.List;
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
    private static final class GreedyDevice extends ForwardingDevice {
        private final Greedy backend;
        private boolean closed;

        GreedyDevice(Backend.Device below, Greedy backend) {
            super(below);
            this.backend = backend;
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
            super.close();
            if (!closed) {
                closed = true;
                backend.open.decrementAndGet();
            }
        }
    }
}
