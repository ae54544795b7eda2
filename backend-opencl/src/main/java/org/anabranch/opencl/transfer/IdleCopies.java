package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;

/**
 * Small copies that the driver of an idle device makes while the submitting thread waits: that
 * takes less time than to notice the end of a command. Thread-safe.
 */
final class IdleCopies {
    private final CommandDispatcher dispatcher;
    private final AllocationPool.Blocks blocks;
    private final long most;

    /** Null if no copy is made so. */
    private final ClHandle queue;

    IdleCopies(
            OpenDriver driver,
            AllocationPool.Blocks blocks,
            CommandDispatcher dispatcher,
            OpenClSettings settings)
            throws OpenClException {
        this.dispatcher = dispatcher;
        this.blocks = blocks;
        this.most = settings.copiesWhileIdle(driver.description());
        this.queue = most > 0 ? driver.queue(false, false) : null;
    }

    /**
     * Copies and completes, if there is little to copy, the device is idle, and both regions are
     * intervals.
     *
     * @return true if the copy has been made; if false, a command must do it
     */
    boolean copyNow(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            Slice slice,
            Completion completion) {
        Region on = slice.region();
        boolean suits =
                on.bytes() <= most
                        && on.bytes() > 0
                        && on.bytes() == off.bytes()
                        && on.isInterval()
                        && off.isInterval()
                        && off.end() <= host.byteSize()
                        && host.isNative();
        if (!suits
                || !dispatcher.doWhileIdle(order, () -> copyAndWait(toDevice, host, off, slice))) {
            return false;
        }
        try {
            completion.done();
        } finally {
            dispatcher.endDirect();
        }
        return true;
    }

    /** Returns false if it was refused: a command will fail of the same, or succeed. */
    private boolean copyAndWait(boolean toDevice, MemorySegment host, Region off, Slice slice) {
        AllocationPool.Block block = blocks.find(slice.memory());
        Region on = slice.region();
        if (block == null || on.end() > block.bytes() || !block.handle().retain()) {
            return false;
        }
        try {
            int status =
                    ClCommands.copyAndWait(
                            toDevice,
                            queue.value(),
                            block.handle().value(),
                            on.offset(),
                            on.bytes(),
                            host.asSlice(off.offset(), off.bytes()));
            return status == ClStatus.SUCCESS;
        } catch (RuntimeException closed) {
            return false;
        } finally {
            block.handle().release();
        }
    }

    void close() {
        if (queue != null) {
            queue.release();
        }
    }
}
