package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.command.CompletionPoller;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.opencl.memory.PinnedBlocks;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The transfers of a device. If the host reaches the device's memory it copies itself, immediately
 * or on threads for that, if no command must be waited for. Otherwise, if they share their memory
 * or all pinned blocks are in use, the driver copies from and to the program's memory. Thread-safe.
 */
public final class Transfers {
    /** So that an upload and a download overlap. */
    private static final int COPYING = 2;

    private final String device;
    private final CommandDispatcher dispatcher;
    private final long directly;
    private final AllocationPool.Blocks blocks;
    private final IdleCopies idle;
    private final PinnedBlocks pinned;
    private final ExecutorService copying;

    /** Never started: what it may access is confined to no thread. */
    private final Thread anyThread;

    /** For a device whose transfers are staged, or not. */
    public Transfers(
            OpenDriver driver,
            AllocationPool.Blocks blocks,
            CommandDispatcher dispatcher,
            CompletionPoller poller,
            OpenClSettings settings)
            throws OpenClException {
        this.device = driver.description().id();
        this.blocks = blocks;
        this.dispatcher = dispatcher;
        this.directly = settings.copiesDirectly(driver.description());
        this.idle = new IdleCopies(driver, blocks, dispatcher, settings);
        boolean staged = settings.stages(driver.description());
        this.pinned = staged ? new PinnedBlocks(driver, settings) : null;
        ThreadFactory threads = Thread.ofPlatform().daemon().name(device + " copying").factory();
        this.anyThread = threads.newThread(() -> {});
        this.copying = staged || directly > 0 ? copying(threads, poller) : null;
    }

    private static ExecutorService copying(ThreadFactory threads, CompletionPoller poller) {
        ThreadPoolExecutor copying =
                new ThreadPoolExecutor(
                        COPYING,
                        COPYING,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        threads) {
                    @Override
                    protected void afterExecute(Runnable copied, Throwable thrown) {
                        poller.hurry();
                    }
                };
        copying.allowCoreThreadTimeOut(true);
        return copying;
    }

    /**
     * Copies while the calling thread waits and completes, if there is little to copy and no
     * command under way comes before: on that thread if the host reaches the allocation, else by
     * the driver if the device is idle.
     *
     * @return true if the copy has been made; if false, a command must do it
     */
    public boolean copyNow(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            Slice slice,
            Completion completion) {
        Region on = slice.region();
        if (directly == 0) {
            return idle.copyNow(toDevice, order, host, off, slice, completion);
        }
        if (on.bytes() > directly || off.bytes() != on.bytes() || !fits(off, on)) {
            return false;
        }
        if (!host.isNative() || off.end() > host.byteSize() || !dispatcher.beginDirect(order)) {
            return false;
        }
        try {
            boolean copied = copy(toDevice, host, off, slice);
            if (copied) {
                completion.done();
            }
            return copied;
        } finally {
            dispatcher.endDirect();
        }
    }

    /** {@return false if one of the memories is not to be had: a command will fail of it} */
    private boolean copy(boolean toDevice, MemorySegment host, Region off, Slice slice) {
        AllocationPool.Block block = blocks.find(slice.memory());
        if (block == null
                || block.host() == null
                || slice.region().end() > block.bytes()
                || !block.handle().retain()) {
            return false;
        }
        try {
            return copy(toDevice, host, off, block.host(), slice.region());
        } finally {
            block.handle().release();
        }
    }

    /** Returns true if both have the same rows, or one of them is an interval. */
    private static boolean fits(Region one, Region other) {
        return one.isInterval()
                || other.isInterval()
                || one.width() == other.width()
                        && one.height() == other.height()
                        && one.depth() == other.depth();
    }

    private static boolean copy(
            boolean toDevice, MemorySegment host, Region off, MemorySegment device, Region on) {
        try {
            if (toDevice) {
                Region.copy(host, off, device, on);
            } else {
                Region.copy(device, on, host, off);
            }
            return true;
        } catch (IllegalStateException | IllegalArgumentException closed) {
            return false;
        }
    }

    /** {@return a command that holds a use of the memory} */
    public TransferCommand command(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            Slice slice,
            Completion completion)
            throws DeviceException {
        AllocationPool.Block block = blocks.block(slice.memory());
        Region on = slice.region();
        check(off, host.byteSize(), "host memory");
        check(on, block.bytes(), "the allocation");
        if (!host.isNative() || off.bytes() != on.bytes()) {
            throw new DeviceException(
                    device
                            + ": copies are between native memory and an allocation, of as many"
                            + " bytes each");
        }
        List<PinnedBlocks.Block> staging = staging(on);
        ClHandle used = null;
        try {
            if (!block.handle().retain()) {
                throw new DeviceException(device + ": " + block.handle() + " is released");
            }
            used = block.handle();
            return staging.isEmpty()
                    ? unstaged(toDevice, order, host, off, block, on, completion)
                    : new StagedTransferCommand(
                            toDevice,
                            order,
                            completion,
                            used,
                            on,
                            host,
                            off,
                            pinned,
                            staging,
                            copying);
        } catch (DeviceException | RuntimeException | Error refused) {
            giveBack(used, staging);
            throw refused;
        }
    }

    private void giveBack(ClHandle used, List<PinnedBlocks.Block> staging) {
        if (used != null) {
            used.release();
        }
        if (!staging.isEmpty()) {
            pinned.giveBack(staging);
        }
    }

    private TransferCommand unstaged(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            AllocationPool.Block block,
            Region on,
            Completion completion) {
        boolean byHost =
                directly > 0
                        && on.bytes() > directly
                        && block.host() != null
                        && fits(off, on)
                        && (toDevice || !host.isReadOnly())
                        && host.isAccessibleBy(anyThread);
        return byHost
                ? new HostCopyCommand(
                        toDevice, order, completion, block, on, host, off, dispatcher, copying)
                : new TransferCommand(toDevice, order, completion, block.handle(), on, host, off);
    }

    private List<PinnedBlocks.Block> staging(Region on) {
        boolean possible =
                pinned != null
                        && on.bytes() > 0
                        && (on.isInterval() || on.bytes() <= pinned.blockBytes());
        return possible ? pinned.take(on.bytes()) : List.of();
    }

    private void check(Region region, long bytes, String where) throws DeviceException {
        if (region.end() > bytes) {
            throw new DeviceException(
                    device + ": " + region + " is outside " + where + " of " + bytes + " bytes");
        }
    }

    /** Ends the copying threads and releases the pinned blocks. After the last transfer. */
    public void close() {
        if (copying != null) {
            copying.close();
        }
        if (pinned != null) {
            pinned.close();
        }
        idle.close();
    }
}
