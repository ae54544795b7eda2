package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandDispatcher;
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
 * A copy through pinned blocks. A write fills them in the thread that submits it; the driver gets
 * each part when it has been filled if nothing must be waited for, else all of them afterwards. A
 * read empties them after the driver has done its part, in a copying thread of the device, or in
 * the poller's if there is little.
 */
public final class StagedTransferCommand extends TransferCommand {
    private static final long LITTLE = 64 * 1024;

    /** A part takes longer to fill than a call of the driver takes. */
    private static final long SMALLEST_PART = 512 * 1024;

    private static final long LARGEST_PART = 1024 * 1024;

    private static final int NOT_BEGUN = 0;
    private static final int GIVEN = 1;
    private static final int COPYING = 2;
    private static final int COPIED = 3;

    private final PinnedBlocks pinned;
    private final List<PinnedBlocks.Block> blocks;
    private final Executor copying;
    private final AtomicInteger hostPart = new AtomicInteger(NOT_BEGUN);

    /**
     * Bytes of a write that the driver was given ahead of the rest. Under the dispatcher's lock.
     */
    private long sent;

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
    public void fill(CommandDispatcher dispatcher) {
        if (!ready) {
            try {
                fillParts(dispatcher);
            } catch (Throwable broken) {
                if (sent > 0) {
                    dispatcher.sendAhead(this, Submission::finish);
                }
                failure = broken;
            }
            ready = true;
        }
    }

    private void fillParts(CommandDispatcher dispatcher) {
        long largest = Math.clamp(bytes() / 4, SMALLEST_PART, LARGEST_PART);
        boolean ahead = on().isInterval();
        for (long from = 0; from < bytes(); ) {
            long until = Math.min(from + largest, endOfBlock(from));
            StagedCopy.pack(host(), off(), from, until - from, part(from, until), 0);
            ahead = ahead && until < bytes() && dispatcher.sendAhead(this, it -> send(it, until));
            from = until;
        }
    }

    private long endOfBlock(long from) {
        long next = (from / pinned.blockBytes() + 1) * pinned.blockBytes();
        return Math.min(next, bytes());
    }

    /** The pinned memory of an interval within one block. */
    private MemorySegment part(long from, long until) {
        MemorySegment block = blocks.get((int) (from / pinned.blockBytes())).memory();
        return block.asSlice(from % pinned.blockBytes(), until - from);
    }

    private void send(Submission submission, long until) throws OpenClException {
        submission.expect(1);
        copyInterval(submission, sent, until - sent, part(sent, until));
        sent = until;
    }

    @Override
    public void enqueue(Submission submission) throws OpenClException {
        if (blocks.size() == 1 && sent == 0) {
            copy(submission, blocks.getFirst().memory(), Region.of(0, bytes()));
            return;
        }
        submission.expect(blocks.size() - (int) (sent / pinned.blockBytes()));
        for (long from = sent; from < bytes(); ) {
            long until = endOfBlock(from);
            copyInterval(submission, from, until - from, part(from, until));
            from = until;
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
            emptyBlocks();
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

    /** Copies the blocks, which hold its rows without gaps, to the program's memory. */
    private void emptyBlocks() {
        for (long from = 0; from < bytes(); ) {
            long until = endOfBlock(from);
            StagedCopy.unpack(part(from, until), 0, host(), off(), from, until - from);
            from = until;
        }
    }

    @Override
    public void letGo() {
        super.letGo();
        pinned.giveBack(blocks);
    }
}
