package org.anabranch.faulty;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.function.Consumer;

/** A device that forwards all calls to another one, for subclasses that override some of them. */
public class ForwardingDevice implements Backend.Device {
    /** The device below. */
    protected final Backend.Device below;

    /**
     * Creates a device that forwards all calls.
     *
     * @param below closed together with this one
     */
    public ForwardingDevice(Backend.Device below) {
        this.below = below;
    }

    /**
     * Returns the order with which an operation is submitted below.
     *
     * @param order the caller's
     * @return the same, unless overridden
     */
    protected Order order(Order order) {
        return order;
    }

    /**
     * Returns the completion with which an operation is submitted below. A subclass that overrides
     * this also overrides {@link #abandon}.
     *
     * @param completion the caller's
     * @return the same, unless overridden
     */
    protected Completion ending(Completion completion) {
        return completion;
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        return below.load(kernel);
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        return below.allocate(bytes, kind);
    }

    @Override
    public void release(long handle) {
        below.release(handle);
    }

    @Override
    public void write(
            Order order, MemorySegment source, Region from, Slice to, Completion completion) {
        below.write(order(order), source, from, to, ending(completion));
    }

    @Override
    public void read(
            Order order, Slice from, MemorySegment target, Region to, Completion completion) {
        below.read(order(order), from, target, to, ending(completion));
    }

    @Override
    public void run(Order order, Launch launch, Completion completion) {
        below.run(order(order), launch, ending(completion));
    }

    @Override
    public boolean copies() {
        return below.copies();
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion completion) {
        below.copy(order(order), from, to, ending(completion));
    }

    @Override
    public boolean sharesMemoryWithParts() {
        return below.sharesMemoryWithParts();
    }

    @Override
    public Optional<StealPort> stealPort() {
        return below.stealPort();
    }

    @Override
    public boolean onLoss(Consumer<DeviceLostException> listener) {
        return below.onLoss(listener);
    }

    @Override
    public boolean abandon(Completion completion) {
        return below.abandon(completion);
    }

    @Override
    public void close() {
        below.close();
    }
}
