package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.memory.DeviceMemory;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;

/**
 * A copy for which the host, which reaches the device's memory, has a thread, if all that it must
 * follow has ended when its turn comes; else the driver copies.
 */
final class HostCopyCommand extends TransferCommand {
    /**
     * After so many bytes the thread may be stopped for the collector, and sees that the device is
     * lost. Half as much would be copied through the caches, which takes longer by a half.
     */
    private static final long PIECE = 4 << 20;

    private final MemorySegment device;
    private final CommandDispatcher dispatcher;
    private final Executor copying;

    /** Takes over a use of the memory, which the host reaches. */
    HostCopyCommand(
            boolean toDevice,
            Order order,
            Completion completion,
            DeviceMemory.Block block,
            Region on,
            MemorySegment host,
            Region off,
            CommandDispatcher dispatcher,
            Executor copying) {
        super(toDevice, order, completion, block.handle(), on, host, off);
        this.device = block.host();
        this.dispatcher = dispatcher;
        this.copying = copying;
    }

    @Override
    public boolean beginOnHost() {
        if (!followsOnlyFinished()) {
            return false;
        }
        copying.execute(() -> dispatcher.finish(this, copy()));
        return true;
    }

    /** {@return why not all has been copied, or null} */
    private DeviceException copy() {
        boolean intervals = on().isInterval() && off().isInterval();
        long piece = intervals ? PIECE : bytes();
        try {
            for (long from = 0; from < bytes(); from += piece) {
                if (dispatcher.end() != null) {
                    return dispatcher.end();
                }
                long count = Math.min(piece, bytes() - from);
                copy(part(off(), from, count), part(on(), from, count));
            }
            return null;
        } catch (RuntimeException | Error closed) {
            return new DeviceException(
                    dispatcher.device() + ": " + description() + " could not be made", closed);
        }
    }

    private static Region part(Region region, long from, long bytes) {
        return bytes == region.bytes() ? region : Region.of(region.offset() + from, bytes);
    }

    private void copy(Region off, Region on) {
        if (toDevice()) {
            Region.copy(host(), off, device, on);
        } else {
            Region.copy(device, on, host(), off);
        }
    }
}
