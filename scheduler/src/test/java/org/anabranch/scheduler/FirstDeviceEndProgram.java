package org.anabranch.scheduler;

import static org.anabranch.faulty.HeapFiller.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Place;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Stream;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.faulty.HeapFiller;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * The first operations of a device end, well and not, when there is not a byte of memory, and then
 * the device is lost. Ends with status 0 if every event comes: those of operations that end without
 * any memory, those of a loss once there is some.
 */
final class FirstDeviceEndProgram {
    private static final int MOST = 64;
    private static final Error PLANNED = new OutOfMemoryError("as planned");
    private static final DeviceLostException LOST = new DeviceLostException("as planned", null);

    private static final Held HELD = new Held(House.reference(1));
    private static volatile boolean over;

    /** True when the heap is full for the loss. */
    private static volatile boolean taken;

    private static volatile boolean filling;

    private FirstDeviceEndProgram() {}

    /** Operations that end when the test says so; they do nothing. */
    private static final class Held implements Backend {
        private final Backend below;
        private final AtomicReferenceArray<Completion> told = new AtomicReferenceArray<>(MOST);
        private final AtomicInteger count = new AtomicInteger();
        private volatile Consumer<DeviceLostException> listener;

        Held(Backend below) {
            this.below = below;
        }

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return new ForwardingDevice(below.open(info, mask)) {
                @Override
                public void run(Order order, Launch launch, Completion completion) {
                    told.set(count.getAndIncrement(), completion);
                }

                @Override
                public boolean onLoss(Consumer<DeviceLostException> told) {
                    listener = told;
                    return true;
                }
            };
        }
    }

    /** Every other operation fails. */
    private static void endAll() {
        int next = 0;
        while (!over) {
            Completion completion = next < MOST ? HELD.told.get(next) : null;
            if (completion == null) {
                Thread.onSpinWait();
                continue;
            }
            filling = true;
            HeapFiller.takeAll();
            try {
                if (next % 2 == 0) {
                    completion.done();
                } else {
                    completion.failed(PLANNED);
                }
            } catch (Throwable thrown) {
                HeapFiller.letGo();
                thrown.printStackTrace();
                require(false, "a completion throws");
            }
            filling = false;
            next++;
        }
    }

    public static void main(String[] args) {
        try (House house = House.of(EngineSettings.defaults().withWorkers(1)).plug(HELD, 1)) {
            Buffer b = house.platform.buffer(JAVA_LONG, 128);
            List<Event> events = new ArrayList<>();
            Stream stream = house.device(0).stream();
            Finish finish = house.platform.finish();
            enqueue(house, b, stream, finish, events);
            FirstEndProgram.prepareToAwait();
            Thread ending = Thread.ofPlatform().daemon().start(FirstDeviceEndProgram::endAll);
            FirstEndProgram.awaitAll(events);
            over = true;
            while (filling || ending.isAlive()) {
                Thread.onSpinWait();
            }
            HeapFiller.letGo();
            close(finish::close);
            close(stream::close);
            lose(house, b);
        }
        System.exit(0);
    }

    private static void enqueue(
            House house, Buffer b, Stream stream, Finish finish, List<Event> events) {
        events.add(fill(stream, b, 0));
        events.add(fill(stream, b, 0));
        events.add(stream.barrier());
        events.add(fill(stream, b, 8));
        events.add(fill(stream, b, 16));
        events.add(stream.run(Kernels.LOOK, b.elements(8, 8).in()));
        events.add(
                finish.async(
                        Place.kind("reference"),
                        Kernels.FILL,
                        b.elements(32, 8).out(),
                        Argument.of(1L)));
        events.add(finish.async(List.copyOf(events), () -> {}));
        events.add(house.host0().stream().waitFor(events.toArray(Event[]::new)));
    }

    private static Event fill(Stream stream, Buffer b, int from) {
        return stream.run(Kernels.FILL, b.elements(from, 8).out(), Argument.of(1L));
    }

    /** A loss may wait for memory; when there is some, all that was there is told. */
    private static void lose(House house, Buffer b) {
        List<Event> events = new ArrayList<>();
        Stream stream = house.device(0).stream();
        events.add(fill(stream, b, 0));
        events.add(fill(stream, b, 0));
        events.add(fill(stream, b, 8));
        events.add(stream.barrier());
        Thread losing =
                Thread.ofPlatform()
                        .daemon()
                        .unstarted(
                                () -> {
                                    HeapFiller.takeAll();
                                    taken = true;
                                    HELD.listener.accept(LOST);
                                });
        losing.start();
        while (!taken) {
            Thread.onSpinWait();
        }
        House.pause(100);
        HeapFiller.letGo();
        FirstEndProgram.awaitAll(events);
        close(stream::close);
    }

    /** What had no memory is told here. */
    private static void close(Runnable close) {
        try {
            close.run();
        } catch (RuntimeException told) {
            System.out.println(told);
        }
    }
}
