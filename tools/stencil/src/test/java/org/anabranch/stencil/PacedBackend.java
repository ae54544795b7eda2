package org.anabranch.stencil;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
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
import org.anabranch.stencil.run.DueCalls;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Reference devices with given speeds: a processor that runs one kernel at a time, and a link that
 * carries one transfer at a time. An operation has its resource from its submission, or from when
 * the resource is free. It takes effect shortly before its completion is called, so code that does
 * not wait for the completion sees the old values.
 */
public final class PacedBackend implements Backend {
    private static final int LANES = 8; // more than there are operations at a time
    private static final long WORK_NANOS = 200_000;

    private final ReferenceBackend inner;
    private final Map<String, Pace> paces;

    /** Nanoseconds of an index, of a transfer and of a byte; may change while it runs. */
    public static final class Pace {
        public volatile double perIndex;
        final double perTransfer;
        final double perByte;
        private final LongAdder late = new LongAdder();
        private final LongAdder told = new LongAdder();

        public Pace(double perIndex, double perTransfer, double perByte) {
            this.perIndex = perIndex;
            this.perTransfer = perTransfer;
            this.perByte = perByte;
        }

        public void toldLate(long nanos) {
            late.add(nanos);
            told.increment();
        }

        /**
         * Nanoseconds from when a completion was due to when it could be called, on average since
         * the last query.
         */
        public double lateness() {
            return (double) late.sumThenReset() / Math.max(1, told.sumThenReset());
        }
    }

    public PacedBackend(Map<String, Pace> paces) {
        this.paces = Map.copyOf(paces);
        this.inner =
                new ReferenceBackend(
                        paces.keySet().stream().sorted().map(PacedBackend::info).toList(), false);
    }

    private static DeviceInfo info(String id) {
        return new DeviceInfo(
                id,
                1,
                LANES,
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

    /** The time at which a resource is free again. */
    private static final class Resource {
        private long freeAt = Long.MIN_VALUE;

        /** {@return when what takes this long from now on, or from when it is free, will end} */
        synchronized long take(double nanos) {
            freeAt = Math.max(freeAt, System.nanoTime()) + (long) nanos;
            return freeAt;
        }
    }

    private static final class PacedDevice extends ForwardingDevice {
        private final Pace pace;
        private final Resource processor = new Resource();
        private final Resource link = new Resource();
        private final DueCalls calls = new DueCalls("paced");

        PacedDevice(Device inner, Pace pace) {
            super(inner);
            this.pace = pace;
        }

        /** Does it shortly before its end. */
        private void paced(
                Resource resource,
                double nanos,
                Completion completion,
                Consumer<Completion> operation) {
            long end = resource.take(nanos);
            Completion told =
                    new Completion() {
                        @Override
                        public void done() {
                            calls.at(end, this::tell);
                        }

                        private void tell() {
                            pace.toldLate(System.nanoTime() - end);
                            completion.done();
                        }

                        @Override
                        public void failed(Throwable cause) {
                            completion.failed(cause);
                        }
                    };
            calls.at(end - Math.min((long) nanos, WORK_NANOS), () -> operation.accept(told));
        }

        private double transfer(Region region) {
            return pace.perTransfer + pace.perByte * region.bytes();
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            paced(
                    link,
                    transfer(from),
                    completion,
                    told -> below.write(order, source, from, to, told));
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            paced(
                    link,
                    transfer(to),
                    completion,
                    told -> below.read(order, from, target, to, told));
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            double nanos = pace.perIndex * launch.piece().size();
            paced(processor, nanos, completion, told -> below.run(order, launch, told));
        }

        /** By way of the host, over the link. */
        @Override
        public boolean copies() {
            return false;
        }

        @Override
        public void close() {
            calls.close();
            super.close();
        }
    }
}
