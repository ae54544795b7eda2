package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.QueuedCommand;
import org.anabranch.opencl.command.Submission;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;

/**
 * A copy between host memory and device memory, of boxes of the same extents. An interval stands
 * for a box of any shape with as many bytes, whose rows touch.
 */
class TransferCommand extends QueuedCommand {
    private final boolean toDevice;
    private final ClHandle memory;
    private final Region on;
    private final MemorySegment host;
    private final Region off;

    /**
     * Takes over a use of the memory.
     *
     * @param memory device memory, retained for this command
     * @param on region of device memory
     * @param off region of host memory
     */
    TransferCommand(
            boolean toDevice,
            Order order,
            Completion completion,
            ClHandle memory,
            Region on,
            MemorySegment host,
            Region off) {
        super(toDevice ? Engine.UPLOAD : Engine.DOWNLOAD, order, completion);
        this.toDevice = toDevice;
        this.memory = memory;
        this.on = on;
        this.host = host;
        this.off = off;
    }

    @Override
    public final boolean isEmpty() {
        return on.bytes() == 0;
    }

    @Override
    public void enqueue(Submission submission) throws OpenClException {
        copy(submission, host, off);
    }

    /**
     * Copies from or to the host memory given, which may be a pinned block instead of the
     * program's.
     */
    final void copy(Submission submission, MemorySegment actual, Region region)
            throws OpenClException {
        if (on.isInterval() && region.isInterval()) {
            submission.expect(1);
            copyInterval(submission, 0, bytes(), actual.asSlice(region.offset(), bytes()));
            return;
        }
        BoxPair boxes = BoxPair.of(on, region);
        submission.expect(boxes.calls());
        for (int call = 0; call < boxes.calls(); call++) {
            boxes.describe(submission.scratch(), call);
            int status =
                    ClCommands.copyBox(
                            toDevice,
                            submission.queue(),
                            memory.value(),
                            submission.scratch(),
                            actual,
                            submission.waits(),
                            submission.waitList(),
                            submission.eventOfCall());
            submission.made(status, call());
        }
    }

    /** Copies part of an interval of device memory. */
    final void copyInterval(Submission submission, long from, long bytes, MemorySegment part)
            throws OpenClException {
        int status =
                ClCommands.copy(
                        toDevice,
                        submission.queue(),
                        memory.value(),
                        on.offset() + from,
                        bytes,
                        part,
                        submission.waits(),
                        submission.waitList(),
                        submission.eventOfCall());
        submission.made(status, call());
    }

    final boolean toDevice() {
        return toDevice;
    }

    final long bytes() {
        return on.bytes();
    }

    final Region on() {
        return on;
    }

    final MemorySegment host() {
        return host;
    }

    final Region off() {
        return off;
    }

    private String call() {
        return toDevice ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer";
    }

    @Override
    public boolean usesHostMemory() {
        return true;
    }

    @Override
    public void leave() {
        memory.leave();
    }

    @Override
    public void letGo() {
        memory.release();
    }

    @Override
    public final String description() {
        return (toDevice ? "write #" : "read #") + ticket + " of " + on.bytes() + " bytes";
    }
}
