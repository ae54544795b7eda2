package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.Submission;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.memory.PinnedBlocks;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.StagedCopy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A copy through pinned blocks. A write fills them before the driver has the command, in the thread
 * that submits it; a read empties them after the driver has done its part, in a copying thread of
 * the device, or in the poller's if there is little.
 */
public final class StagedTransferCommand extends TransferCommand {
    private static final long LITTLE = 64 * 1024;

    private static final int NOT_BEGUN = 0;
    private static final int GIVEN = 1;
    private static final int COPYING = 2;
    private static final int COPIED = 3;

    private final PinnedBlocks pinned;
    private final List<PinnedBlocks.Block> blocks;
    private final Executor copying;
    private final AtomicInteger hostPart = new AtomicInteger(NOT_BEGUN);

    /** Takes over the blocks, and a use of the memory. */
    StagedTransferCommand(
            boolean toDevice,
            Order order,
            Completion completion,
            ClHandle memory,
            Region on,
            MemorySegment host,
            Region off,
            PinnedBlocks pinned,
            List<PinnedBlocks.Block> blocks,
            Executor copying) {
        super(toDevice, order, completion, memory, on, host, off);
        this.pinned = pinned;
        this.blocks = blocks;
        this.copying = copying;
        this.ready = !toDevice;
    }

    /** Fills the blocks of a write, or fails; afterwards the dispatcher has to try again. */
    public void fill() {
        if (!ready) {
            try {
                copyRows(true);
            } catch (Throwable broken) {
                failure = broken;
            }
            ready = true;
        }
    }

    @Override
    public void enqueue(Submission submission) throws OpenClException {
        if (blocks.size() == 1) {
            copy(submission, blocks.getFirst().memory(), Region.of(0, bytes()));
            return;
        }
        submission.expect(blocks.size());
        for (int i = 0; i < blocks.size(); i++) {
            long from = i * pinned.blockBytes();
            long count = Math.min(pinned.blockBytes(), bytes() - from);
            copyInterval(submission, from, count, blocks.get(i).memory().asSlice(0, count));
        }
    }

    @Override
    public boolean finishOnHost() {
        if (!toDevice() && hostPart.compareAndSet(NOT_BEGUN, GIVEN)) {
            if (bytes() <= LITTLE || !isTaken()) {
                empty();
            }
        }
        return toDevice() || hostPart.get() == COPIED;
    }

    /**
     * Returns true if the executor accepted the command; without memory it may throw whether it has
     * or not.
     */
    private boolean isTaken() {
        try {
            copying.execute(this::empty);
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    /** Of two that come only one copies. Without memory the poller has it done again. */
    private void empty() {
        if (!hostPart.compareAndSet(GIVEN, COPYING)) {
            return;
        }
        int next = COPIED;
        try {
            copyRows(false);
        } catch (OutOfMemoryError full) {
            next = NOT_BEGUN;
        } catch (Throwable broken) {
            failure = broken;
        }
        hostPart.set(next);
    }

    @Override
    public boolean usesHostMemory() {
        return false;
    }

    @Override
    public boolean mayBeAbandoned() {
        int part = hostPart.get();
        return super.mayBeAbandoned() && (part == NOT_BEGUN || part == COPIED);
    }

    /** Copies the program's memory to or from the blocks, which hold its rows without gaps. */
    private void copyRows(boolean toBlocks) {
        for (int i = 0; i < blocks.size(); i++) {
            long from = i * pinned.blockBytes();
            long count = Math.min(pinned.blockBytes(), bytes() - from);
            MemorySegment block = blocks.get(i).memory();
            if (toBlocks) {
                StagedCopy.pack(host(), off(), from, count, block, 0);
            } else {
                StagedCopy.unpack(block, 0, host(), off(), from, count);
            }
        }
    }

    @Override
    public void letGo() {
        super.letGo();
        pinned.giveBack(blocks);
    }
}
