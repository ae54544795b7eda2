package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import org.anabranch.api.Kernel;
import org.anabranch.api.Piece;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.StealPort;
import org.anabranch.spi.support.LaneThreads;
import org.anabranch.spi.support.OrderedLanes;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lanes in a heap that is full to the last byte: what cannot be added leaves no trace, and what
 * ends lets the others go. Ends with status 0 if all is so.
 */
final class FullLanesProgram {
    private static final long LIMIT_MILLIS = 60_000;

    private static final long ELEMENTS = 64;

    private static volatile boolean enqueued;
    private static volatile boolean open;
    private static int followed; // by the thread of the lane, before it ends

    private FullLanesProgram() {}

    private static final class Loggable implements Completion {
        private final AtomicInteger times = new AtomicInteger();

        @Override
        public void done() {
            times.incrementAndGet();
        }

        @Override
        public void failed(Throwable cause) {
            done();
        }
    }

    private static final class Step extends OrderedLanes.Operation {
        boolean begun;
        boolean refused;

        Step(int lane, long ticket, long... after) {
            super(new Order(lane, ticket, after));
        }

        @Override
        protected void begin(boolean mayEndHere) {
            begun = true;
        }

        @Override
        protected void notStarted(NotStartedException why) {
            refused = true;
        }
    }

    public static void main(String[] args) throws DeviceException {
        Thread.ofPlatform().daemon().start(FullLanesProgram::giveUpLater);
        whatCannotBeAdded();
        whatEnds();
        whatFollowsOnItsThread();
        whatIsStolen();
        System.exit(0);
    }

    private static void giveUpLater() {
        try {
            Thread.sleep(LIMIT_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(2);
    }

    private static void whatCannotBeAdded() {
        OrderedLanes lanes = new OrderedLanes();
        Step before = new Step(0, 1000);
        lanes.add(before);
        Step struck = new Step(0, 1001, 1000);
        boolean full = false;
        HeapFiller.takeAll();
        try {
            lanes.add(struck);
        } catch (OutOfMemoryError expected) {
            full = true;
        }
        HeapFiller.letGo();
        require(full, "there was memory");
        Step behind = new Step(0, 1002, 1000);
        lanes.add(behind);
        lanes.end(before, null);
        require(behind.begun, "what was not added holds what comes behind it");
        require(!struck.begun, "what was not added begins");
    }

    private static void whatEnds() {
        OrderedLanes lanes = new OrderedLanes();
        Step before = new Step(0, 2000);
        Step named = new Step(1, 2001, 2000);
        Step namedAgain = new Step(2, 2002, 2001);
        Step behind = new Step(1, 2003);
        IllegalStateException planned = new IllegalStateException("planned");
        lanes.add(before);
        lanes.add(named);
        lanes.add(namedAgain);
        lanes.add(behind);
        HeapFiller.takeAll();
        lanes.end(before, planned);
        HeapFiller.letGo();
        require(named.refused && namedAgain.refused, "what names it does not learn that it failed");
        require(behind.begun, "the lane stands still");
    }

    /** An operation fills the heap for good: the one behind it is run all the same, and once. */
    private static void whatFollowsOnItsThread() {
        LaneThreads lanes = new LaneThreads("full:0", 1, 1);
        Loggable first = new Loggable();
        Loggable second = new Loggable();
        lanes.submit(new Order(0, 3000, new long[0]), new Loggable(), () -> {});
        lanes.submit(new Order(0, 3001, new long[0]), first, FullLanesProgram::fill);
        lanes.submit(new Order(0, 3002, new long[] {3001}), second, () -> followed++);
        enqueued = true;
        while (second.times.get() == 0) {
            Thread.onSpinWait();
        }
        HeapFiller.letGo();
        lanes.close();
        require(first.times.get() == 1 && second.times.get() == 1, "an end is told more than once");
        require(followed == 1, "what follows ran " + followed + " times");
    }

    /** Work that a thief has no memory to take stays where it is. */
    private static void whatIsStolen() throws DeviceException {
        DeviceInfo info = House.info(0, House.MEGABYTE, false);
        Backend.Device device = new ReferenceBackend(List.of(info), true).open(info, info.mask());
        StealPort port = device.stealPort().orElseThrow();
        AtomicInteger running = new AtomicInteger();
        Kernel slow =
                Kernel.of("slow")
                        .java(
                                (piece, arguments) -> {
                                    running.incrementAndGet();
                                    while (!open) {
                                        Thread.onSpinWait();
                                    }
                                });
        Loggable told = new Loggable();
        Launch launch = new Launch(1, slow, Piece.of(0, ELEMENTS, 1), List.of());
        require(port.offer(launch, told), "the port takes nothing");
        while (running.get() == 0) {
            Thread.onSpinWait(); // it has left halves behind
        }
        boolean full = false;
        HeapFiller.takeAll();
        try {
            var _ = port.steal();
        } catch (OutOfMemoryError expected) {
            full = true;
        }
        HeapFiller.letGo();
        require(full, "there was memory for a thief");
        open = true;
        while (told.times.get() == 0) {
            Thread.onSpinWait();
        }
        device.close();
        require(told.times.get() == 1, "the end of a task is told more than once");
    }

    private static void fill() {
        while (!enqueued) {
            Thread.onSpinWait();
        }
        HeapFiller.takeAll();
    }
}
