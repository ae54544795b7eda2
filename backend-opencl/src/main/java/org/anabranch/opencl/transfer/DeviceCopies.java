package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

/**
 * The copies within a device: by the host if it reaches the memory, little is to be copied and no
 * command must be waited for, otherwise by the driver. Thread-safe.
 */
public final class DeviceCopies {
    private final String device;
    private final AllocationPool.Blocks blocks;
    private final CommandDispatcher dispatcher;
    private final long directly;

    public DeviceCopies(
            OpenDriver driver,
            AllocationPool.Blocks blocks,
            CommandDispatcher dispatcher,
            OpenClSettings settings) {
        this.device = driver.description().id();
        this.blocks = blocks;
        this.dispatcher = dispatcher;
        this.directly = settings.copiesDirectly(driver.description());
    }

    /**
     * Copies on the calling thread and completes, if that is possible.
     *
     * @return true if the copy has been made; if false, a command must do it
     */
    public boolean copyNow(Order order, Slice from, Slice to, Completion completion) {
        AllocationPool.Block source = blocks.find(from.memory());
        AllocationPool.Block target = blocks.find(to.memory());
        if (from.region().bytes() > directly
                || !isReached(source, from)
                || !isReached(target, to)
                || !dispatcher.beginDirect(order)) {
            return false;
        }
        try {
            boolean copied = copy(source, from.region(), target, to.region());
            if (copied) {
                completion.done();
            }
            return copied;
        } finally {
            dispatcher.endDirect();
        }
    }

    private static boolean isReached(AllocationPool.Block block, Slice slice) {
        return block != null && block.host() != null && slice.region().end() <= block.bytes();
    }

    /** {@return false if one of the memories is released} */
    private static boolean copy(
            AllocationPool.Block source, Region from, AllocationPool.Block target, Region to) {
        if (!source.handle().retain()) {
            return false;
        }
        try {
            if (!target.handle().retain()) {
                return false;
            }
            try {
                Region.copy(source.host(), from, target.host(), to);
                return true;
            } finally {
                target.handle().release();
            }
        } finally {
            source.handle().release();
        }
    }

    /** {@return a command that holds a use of both memories} */
    public CopyCommand command(Order order, Slice from, Slice to, Completion completion)
            throws DeviceException {
        ClHandle source = retained(from);
        ClHandle target = null;
        try {
            target = retained(to);
            return new CopyCommand(order, completion, source, from.region(), target, to.region());
        } catch (DeviceException | RuntimeException | Error refused) {
            source.release();
            if (target != null) {
                target.release();
            }
            throw refused;
        }
    }

    private ClHandle retained(Slice slice) throws DeviceException {
        AllocationPool.Block block = blocks.block(slice.memory());
        if (slice.region().end() > block.bytes()) {
            throw new DeviceException(
                    "%s: %s is outside an allocation of %s bytes"
                            .formatted(device, slice.region(), block.bytes()));
        }
        if (!block.handle().retain()) {
            throw new DeviceException(device + ": " + block.handle() + " is released");
        }
        return block.handle();
    }
}
