package org.anabranch.conformance;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.faulty.ForwardingDevice;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** An honest little device, with a bug in one of its calls. */
final class PlantedDevice extends ForwardingDevice {
    private final Bug bug;

    /** The replacement of a call. */
    interface Change {
        /** Makes the honest call, or another one, or none. */
        Object instead(Callable<?> honest) throws Throwable;
    }

    /** A change of the call of this name, or of how completions are called if it is empty. */
    record Bug(String call, Change change) {

        @SuppressWarnings("unchecked")
        <T> T around(String name, Callable<T> honest) {
            try {
                return name.equals(call) ? (T) change.instead(honest) : honest.call();
            } catch (Throwable thrown) {
                throw sneaked(thrown);
            }
        }

        void told(String name, Runnable honest) {
            Object _ =
                    around(
                            name,
                            () -> {
                                honest.run();
                                return null;
                            });
        }
    }

    /** A backend of the honest little device, with the bug. */
    record Planted(Backend below, Bug bug) implements Backend {

        @Override
        public List<DeviceInfo> probe() {
            return bug.around("probe", below::probe);
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) {
            Device device = bug.around("open", () -> below.open(info, mask));
            return device == null ? null : new PlantedDevice(device, bug);
        }
    }

    private PlantedDevice(Backend.Device below, Bug bug) {
        super(below);
        this.bug = bug;
    }

    /** Throws any throwable, also a checked one that the method does not declare. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Override
    public long load(Kernel kernel) {
        return bug.around("load", () -> super.load(kernel));
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) {
        return bug.around("allocate", () -> super.allocate(bytes, kind));
    }

    @Override
    public void release(long handle) {
        bug.told("release", () -> super.release(handle));
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        bug.told("write", () -> super.write(order, source, from, to, completion));
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        bug.told("read", () -> super.read(order, from, target, to, completion));
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        bug.told("run", () -> super.run(order, launch, completion));
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        bug.told("copy", () -> super.copy(order, from, to, completion));
    }

    @Override
    public Optional<StealPort> stealPort() {
        return bug.around("stealPort", super::stealPort);
    }

    @Override
    public boolean copies() {
        return bug.around("copies", super::copies);
    }

    @Override
    public void close() {
        bug.told("close", super::close);
    }
}
