package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A backend whose calls, and those of its devices, pass a {@link Boundary}. */
record GuardedBackend(Backend below, Boundary boundary) implements Backend {

    @Override
    public List<DeviceInfo> probe() {
        return boundary.search("probe", this::copied);
    }

    /** Copies the list, which is foreign, too; null if there is none. */
    private List<DeviceInfo> copied() {
        List<?> listed = below.probe();
        if (listed == null) {
            return null;
        }
        List<DeviceInfo> devices = new ArrayList<>();
        for (Object device : listed) {
            if (!(device instanceof DeviceInfo info)) {
                throw new RuleBrokenError(
                        "probe lists "
                                + (device == null ? "null" : "a " + device.getClass().getName()));
            }
            devices.add(info);
        }
        return devices;
    }

    @Override
    public GuardedDevice open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        return new GuardedDevice(boundary.request("open", () -> below.open(info, mask)), boundary);
    }

    /** An open device behind the boundary. */
    record GuardedDevice(Device below, Boundary boundary) implements Device {

        @Override
        public long load(Kernel kernel) throws DeviceException {
            return boundary.request("load", () -> below.load(kernel));
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) throws DeviceException {
            return boundary.request("allocate", () -> below.allocate(bytes, kind));
        }

        @Override
        public void release(long handle) {
            boundary.tell("release", () -> below.release(handle));
        }

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            boundary.tell("write", () -> below.write(order, source, from, to, completion));
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            boundary.tell("read", () -> below.read(order, from, target, to, completion));
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            boundary.tell("run", () -> below.run(order, launch, completion));
        }

        @Override
        public Optional<StealPort> stealPort() {
            return boundary.call("stealPort", below::stealPort)
                    .map(port -> new GuardedPort(port, boundary));
        }

        @Override
        public boolean copies() {
            return boundary.call("copies", below::copies);
        }

        @Override
        public void copy(Order order, Slice from, Slice to, Completion completion) {
            boundary.tell("copy", () -> below.copy(order, from, to, completion));
        }

        @Override
        public boolean sharesMemoryWithParts() {
            return boundary.call("sharesMemoryWithParts", below::sharesMemoryWithParts);
        }

        @Override
        public boolean onLoss(Consumer<DeviceLostException> listener) {
            return boundary.call("onLoss", () -> below.onLoss(listener));
        }

        @Override
        public boolean abandon(Completion completion) {
            return boundary.call("abandon", () -> below.abandon(completion));
        }

        @Override
        public void close() {
            boundary.tell("close", below::close);
        }

        /** Closes the device without a judgement, since it is known to be broken. */
        void dispose() {
            boundary.dispose(below);
        }
    }

    /** A steal port behind the boundary. */
    private record GuardedPort(StealPort below, Boundary boundary) implements StealPort {

        @Override
        public int hungry() {
            return boundary.call("hungry", below::hungry);
        }

        @Override
        public boolean offer(Launch launch, Completion completion) {
            return boundary.call("offer", () -> below.offer(launch, completion));
        }

        @Override
        public Stolen steal() {
            Stolen stolen = boundary.ask("steal", below::steal);
            if (stolen == null) {
                return null;
            }
            Bench.require(
                    stolen.launch() != null && stolen.completion() != null,
                    "steal returned a task without a launch or a completion");
            return new Stolen(stolen.launch(), new GuardedEnd(stolen.completion(), boundary));
        }
    }

    /** The completion of a stolen task behind the boundary. */
    private record GuardedEnd(Completion below, Boundary boundary) implements Completion {

        @Override
        public void done() {
            boundary.tell("the end of a stolen task", below::done);
        }

        @Override
        public void failed(Throwable cause) {
            boundary.tell("the failure of a stolen task", () -> below.failed(cause));
        }
    }
}
