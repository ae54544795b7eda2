package org.anabranch.k2h.mix;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.k2h.time.VirtualTimeline;
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
import java.util.function.Consumer;

/** The devices of a mix, in simulated time. What they do is done by reference devices. */
final class SimulatedDevices implements Backend {
    private static final int LANES = 4;
    private static final int FIRST_SEAT = 1_000;

    private final Mix mix;
    private final VirtualTimeline timeline;
    private final ReferenceBackend inner;

    SimulatedDevices(Mix mix, VirtualTimeline timeline) {
        this.mix = mix;
        this.timeline = timeline;
        this.inner =
                new ReferenceBackend(
                        mix.devices().stream().map(SimulatedDevices::info).toList(), false);
    }

    /** {@return how many threads enter the timeline} */
    static int seats(Mix mix) {
        return 2 * mix.devices().size();
    }

    private static DeviceInfo info(Mix.Device device) {
        return new DeviceInfo(
                device.id(),
                1,
                LANES,
                Map.of(MemoryKind.NORMAL, 1L << 30),
                Set.of(KernelCode.JAVA),
                false,
                false,
                Map.of("type", device.type()));
    }

    @Override
    public List<DeviceInfo> probe() {
        return inner.probe();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        Mix.Device device =
                mix.devices().stream()
                        .filter(one -> one.id().equals(info.id()))
                        .findFirst()
                        .orElseThrow();
        return new Simulated(inner.open(info, mask), device);
    }

    private final class Simulated extends ForwardingDevice {
        private final Mix.Device device;
        private final SimulatedEngine processor;
        private final SimulatedEngine link;

        Simulated(Device below, Mix.Device device) {
            super(below);
            this.device = device;
            int seat = FIRST_SEAT + 2 * mix.devices().indexOf(device);
            this.processor = new SimulatedEngine(timeline, seat);
            this.link = new SimulatedEngine(timeline, seat + 1);
        }

        private void copy(Region region, Consumer<Completion> operation, Completion told) {
            link.add(device.copy() + (long) (device.perByte() * region.bytes()), operation, told);
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion told) {
            copy(from, end -> below.write(order, source, from, to, end), told);
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion told) {
            copy(to, end -> below.read(order, from, target, to, end), told);
        }

        @Override
        public void run(Order order, Launch launch, Completion told) {
            long nanos = device.kernels().get(launch.kernel().name());
            processor.add(nanos, end -> below.run(order, launch, end), told);
        }

        @Override
        public boolean copies() {
            return false;
        }

        @Override
        public void close() {
            processor.close();
            link.close();
            super.close();
        }
    }
}
