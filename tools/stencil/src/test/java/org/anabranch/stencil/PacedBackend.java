package org.anabranch.stencil;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Reference devices that take as long as they are told: a processor that runs one kernel at a time,
 * and a link that carries one transfer at a time. Work is done at once; its end is told when it is
 * due.
 */
final class PacedBackend implements Backend {
    private final ReferenceBackend inner;
    private final Map<String, Pace> paces;

    /** Nanoseconds of an index, of a transfer and of a byte; may change while it runs. */
    static final class Pace {
        volatile double perIndex;
        final double perTransfer;
        final double perByte;

        Pace(double perIndex, double perTransfer, double perByte) {
            this.perIndex = perIndex;
            this.perTransfer = perTransfer;
            this.perByte = perByte;
        }
    }

    PacedBackend(Map<String, Pace> paces) {
        this.paces = Map.copyOf(paces);
        this.inner =
                new ReferenceBackend(
                        paces.keySet().stream().sorted().map(PacedBackend::info).toList(), false);
    }

    private static DeviceInfo info(String id) {
        return new DeviceInfo(
                id,
                1,
                3,
                Map.of(MemoryKind.NORMAL, 1L << 30),
                Set.of(KernelCode.JAVA),
                false,
                false,
                Map.of());
    }

    @Override
    public List<DeviceInfo> probe() {
        return inner.probe();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        return new PacedDevice(inner.open(info, mask), paces.get(info.id()));
    }

    /** When something is free again. */
    private static final class Resource {
        private long freeAt = Long.MIN_VALUE;

        /** Nanoseconds from now to the end of what takes this long. */
        synchronized long take(double nanos) {
            long now = System.nanoTime();
            freeAt = Math.max(freeAt, now) + (long) nanos;
            return freeAt - now;
        }
    }

    private static final class PacedDevice implements Device {
        private final Device inner;
        private final Pace pace;
        private final Resource processor = new Resource();
        private final Resource link = new Resource();
        private final ScheduledExecutorService clock =
                Executors.newScheduledThreadPool(
                        1, task -> Thread.ofPlatform().daemon().name("paced").unstarted(task));

        PacedDevice(Device inner, Pace pace) {
            this.inner = inner;
            this.pace = pace;
        }

        private Completion due(Resource resource, double nanos, Completion completion) {
            return new Completion() {
                @Override
                public void done() {
                    long wait = resource.take(nanos);
                    if (wait < 1000) {
                        completion.done();
                    } else {
                        Future<?> told =
                                clock.schedule(completion::done, wait, TimeUnit.NANOSECONDS);
                        if (told.isCancelled()) {
                            completion.failed(new IllegalStateException("the clock has stopped"));
                        }
                    }
                }

                @Override
                public void failed(Throwable cause) {
                    completion.failed(cause);
                }
            };
        }

        private double transfer(Region region) {
            return pace.perTransfer + pace.perByte * region.bytes();
        }

        @Override
        public long load(Kernel kernel) throws DeviceException {
            return inner.load(kernel);
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            return inner.allocate(bytes, kind);
        }

        @Override
        public void release(long handle) {
            inner.release(handle);
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            inner.write(order, source, from, to, due(link, transfer(from), completion));
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            inner.read(order, from, target, to, due(link, transfer(to), completion));
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            double nanos = pace.perIndex * launch.piece().size();
            inner.run(order, launch, due(processor, nanos, completion));
        }

        @Override
        public void close() {
            clock.shutdown();
            try {
                if (!clock.awaitTermination(10, TimeUnit.SECONDS)) {
                    clock.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            inner.close();
        }
    }
}
