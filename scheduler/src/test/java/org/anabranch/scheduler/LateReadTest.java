package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A read of a buffer that begins while the device that has it is being removed. */
@Timeout(120)
class LateReadTest {
    private static final int GRACE_MILLIS = 300;
    private static final int SMALL = 16;
    private static final int LARGE = 32;

    /**
     * A device whose first read is held as it is submitted, and whose second one is delayed;
     * closing the device ends that, as a failure.
     */
    private static final class Held implements Backend {
        private final Backend below = House.reference(1);
        private final CountDownLatch evacuating = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final CountDownLatch late = new CountDownLatch(1);
        private final CountDownLatch closing = new CountDownLatch(1);
        private volatile long evacuated;
        private final AtomicReference<Runnable> lateRead = new AtomicReference<>();
        private volatile Completion told;

        void endLateRead() {
            Runnable read = lateRead.getAndSet(null);
            if (read != null) {
                read.run();
            }
        }

        @Override
        public List<DeviceInfo> probe() {
            return below.probe();
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
            return new ForwardingDevice(below.open(info, mask)) {
                @Override
                public void read(
                        Order order,
                        Slice from,
                        MemorySegment target,
                        Region to,
                        Completion completion) {
                    if (evacuating.getCount() > 0) {
                        evacuated = to.bytes();
                        evacuating.countDown();
                        await(goOn);
                    } else if (late.getCount() > 0) {
                        told = completion;
                        lateRead.set(() -> super.read(order, from, target, to, completion));
                        late.countDown();
                        return;
                    }
                    super.read(order, from, target, to, completion);
                }

                @Override
                public void close() {
                    if (lateRead.getAndSet(null) != null) {
                        told.failed(new DeviceException("closed"));
                    }
                    closing.countDown();
                    super.close();
                }
            };
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void r18_a_device_is_closed_after_the_reads_that_began_while_it_was_evacuated()
            throws Exception {
        Held held = new Held();
        try (House house = House.of(House.SETTINGS).plug(held, 1);
                Buffer small = house.platform.buffer(JAVA_LONG, SMALL);
                Buffer large = house.platform.buffer(JAVA_LONG, LARGE)) {
            try (Stream stream = house.device(0).stream()) {
                stream.run(Kernels.FILL, small.all().out(), Argument.of(7L));
                stream.run(Kernels.FILL, large.all().out(), Argument.of(7L));
            }
            Thread removing = Thread.ofPlatform().start(() -> house.engine.remove(held));
            held.evacuating.await();
            Buffer other = held.evacuated == 8 * SMALL ? large : small;
            FutureTask<long[]> reading = new FutureTask<>(() -> Kernels.content(other));
            Thread.ofPlatform().start(reading);
            held.late.await();
            held.goOn.countDown();
            boolean closed = held.closing.await(GRACE_MILLIS, TimeUnit.MILLISECONDS);
            held.endLateRead();
            assertArrayEquals(
                    Kernels.filled(other == small ? SMALL : LARGE, 7),
                    reading.get(),
                    closed ? "the device was closed first" : "the content");
            removing.join();
        }
    }
}
