package org.anabranch.benchmarks.loops;

import org.anabranch.api.ProcessorMask;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A backend whose devices run one kernel after the other and take as many microseconds per index as
 * their number.
 */
record PacedBackend(Backend inner) implements Backend {

    @Override
    public List<DeviceInfo> probe() {
        return inner.probe();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        String id = info.id();
        long micros = Long.parseLong(id.substring(id.indexOf(':') + 1));
        return new Paced(inner.open(info, mask), TimeUnit.MICROSECONDS.toNanos(micros));
    }

    private static final class Paced extends ForwardingDevice {
        private final long nanosPerIndex;

        /** The time at which the device will have completed its work. */
        private final AtomicLong free = new AtomicLong(System.nanoTime());

        Paced(Device device, long nanosPerIndex) {
            super(device);
            this.nanosPerIndex = nanosPerIndex;
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            long nanos = nanosPerIndex * launch.piece().size();
            long now = System.nanoTime();
            long end = free.updateAndGet(at -> Math.max(at, now) + nanos);
            Executor later = CompletableFuture.delayedExecutor(end - now, TimeUnit.NANOSECONDS);
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
