package org.anabranch.loops;

import org.anabranch.api.KernelCode;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Devices with memory of their own that run kernels in Java; the second takes three times as long.
 * They count what is sent to them and what they run.
 */
final class UnlikeDevices implements Backend {
    private static final long NANOS = 2_000;

    final AtomicLong sent = new AtomicLong();
    final AtomicLong fetched = new AtomicLong();
    final AtomicLong indices = new AtomicLong();
    private final ReferenceBackend inner =
            new ReferenceBackend(
                    List.of(
                            DeviceInfo.plain("fake:0", 2, 1L << 28, KernelCode.JAVA),
                            DeviceInfo.plain("fake:1", 2, 1L << 28, KernelCode.JAVA)),
                    false);

    @Override
    public List<DeviceInfo> probe() {
        return inner.probe();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        return new Timed(inner.open(info, mask), info.id().equals("fake:0") ? 1 : 3);
    }

    private final class Timed extends ForwardingDevice {
        private final int slowness;

        Timed(Device device, int slowness) {
            super(device);
            this.slowness = slowness;
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            sent.addAndGet(from.bytes());
            below.write(order, source, from, to, completion);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            fetched.addAndGet(to.bytes());
            below.read(order, from, target, to, completion);
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            indices.addAndGet(launch.piece().size());
            long nanos = NANOS * slowness * launch.piece().size();
            Executor later = CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS);
            below.run(
                    order,
                    launch,
                    new Completion() {
                        @Override
                        public void done() {
                            later.execute(completion::done);
                        }

                        @Override
                        public void failed(Throwable cause) {
                            completion.failed(cause);
                        }
                    });
        }
    }
}
