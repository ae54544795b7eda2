package org.anabranch.opencl;

import org.anabranch.api.Region;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Makes the transfers of a device. Where host and device share their memory, and where the pinned
 * blocks are all in use, the driver copies from and to the program's memory itself. Of any thread.
 */
final class Transfers {
    private final String device;
    private final LaunchTranslation.Blocks blocks;
    private final PinnedBlocks pinned;
    private final ExecutorService copying;

    /** For a device whose transfers are staged, or not. */
    Transfers(OpenDriver driver, LaunchTranslation.Blocks blocks, Settings settings)
            throws OpenClException {
        this.device = driver.description().id();
        this.blocks = blocks;
        boolean staged = settings.stages(driver.description());
        this.pinned = staged ? new PinnedBlocks(driver, settings) : null;
        this.copying = staged ? copyingThread() : null;
    }

    private ExecutorService copyingThread() {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(
                        1,
                        1,
                        1,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name(device + " copying").factory());
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    /** {@return a command that holds a use of the memory} */
    TransferCommand command(
            boolean toDevice,
            Order order,
            MemorySegment host,
            Region off,
            Slice slice,
            Completion completion)
            throws DeviceException {
        DeviceMemory.Block block = blocks.block(slice.memory());
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
        if (!block.handle().retain()) {
            throw new DeviceException(device + ": " + block.handle() + " is released");
        }
        return staging.isEmpty()
                ? new TransferCommand(toDevice, order, completion, block.handle(), on, host, off)
                : new StagedTransferCommand(
                        toDevice,
                        order,
                        completion,
                        block.handle(),
                        on,
                        host,
                        off,
                        pinned,
                        staging,
                        copying);
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

    /** Ends the copying thread and releases the pinned blocks. After the last transfer. */
    void close() {
        if (pinned != null) {
            copying.close();
            pinned.close();
        }
    }
}
