package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

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

    /** Until there is memory again. */
    private static final long PAUSE_NANOS = 1_000_000;

    private final MemorySegment device;
    private final CommandDispatcher dispatcher;
    private final Executor copying;
    private final AtomicBoolean begun = new AtomicBoolean();

    /** Takes over a use of the memory, which the host reaches. */
    HostCopyCommand(
            boolean toDevice,
            Order order,
            Completion completion,
            AllocationPool.Block block,
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
        try {
            copying.execute(this::copyOnce);
            return true;
        } catch (OutOfMemoryError full) { // which is no answer whether it was taken
            return !begun.compareAndSet(false, true);
        }
    }

    private void copyOnce() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        while (true) {
            DeviceException why;
            try {
                why = copy();
            } catch (OutOfMemoryError full) { // for the reason
                LockSupport.parkNanos(this, PAUSE_NANOS);
                continue;
            }
            dispatcher.finish(this, why);
            return;
        }
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
