package org.anabranch.opencl.transfer;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.QueuedCommand;
import org.anabranch.opencl.command.Submission;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

/**
 * A copy from device memory to device memory, of regions of equal extents that share no byte.
 *
 * <p>Within one buffer the driver takes boxes of equal pitch only, and may refuse those that lie
 * side by side; such are copied row by row.
 */
final class CopyCommand extends QueuedCommand {
    private final ClHandle source;
    private final Region from;
    private final ClHandle target;
    private final Region to;

    /** Takes over a use of each memory. */
    CopyCommand(
            Order order,
            Completion completion,
            ClHandle source,
            Region from,
            ClHandle target,
            Region to) {
        super(Engine.COMPUTE, order, completion);
        this.source = source;
        this.from = from;
        this.target = target;
        this.to = to;
    }

    @Override
    public boolean isEmpty() {
        return from.bytes() == 0;
    }

    @Override
    public void enqueue(Submission submission) throws OpenClException {
        if (from.isInterval() && to.isInterval()) {
            submission.expect(1);
            copyInterval(submission, from.offset(), to.offset(), from.bytes());
            return;
        }
        BoxPair boxes = BoxPair.of(from, to);
        if (source != target || boxes.atOnce() && boxes.haveEqualPitches()) {
            submission.expect(boxes.calls());
            for (int call = 0; call < boxes.calls(); call++) {
                int status = copyBox(submission, boxes, call);
                if (status == ClStatus.MEM_COPY_OVERLAP && source == target) {
                    copyRows(submission, boxes);
                    return;
                }
                submission.made(status, "clEnqueueCopyBufferRect");
            }
        } else {
            copyRows(submission, boxes);
        }
    }

    private int copyBox(Submission submission, BoxPair boxes, int call) {
        boxes.describe(submission.scratch(), call);
        return ClCommands.copyBoxWithin(
                submission.queue(),
                source.value(),
                target.value(),
                submission.scratch(),
                submission.waits(),
                submission.waitList(),
                submission.eventOfCall());
    }

    private void copyRows(Submission submission, BoxPair boxes) throws OpenClException {
        Region shape = boxes.shape();
        submission.expect(Math.toIntExact(shape.height() * shape.depth()));
        for (long slice = 0; slice < shape.depth(); slice++) {
            for (long row = 0; row < shape.height(); row++) {
                copyInterval(
                        submission,
                        boxes.one().rowOffset(row, slice),
                        boxes.other().rowOffset(row, slice),
                        shape.width());
            }
        }
    }

    private void copyInterval(Submission submission, long here, long there, long bytes)
            throws OpenClException {
        int status =
                ClCommands.copyWithin(
                        submission.queue(),
                        source.value(),
                        target.value(),
                        here,
                        there,
                        bytes,
                        submission.waits(),
                        submission.waitList(),
                        submission.eventOfCall());
        submission.made(status, "clEnqueueCopyBuffer");
    }

    @Override
    public void leave() {
        source.leave();
        target.leave();
    }

    @Override
    public void letGo() {
        source.release();
        target.release();
    }

    @Override
    public String description() {
        return "copy #" + ticket + " of " + from.bytes() + " bytes";
    }
}
