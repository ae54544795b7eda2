package org.anabranch.opencl.kernel;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.command.QueuedCommand;
import org.anabranch.opencl.command.Submission;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.quirks.KernelVersions;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;

/** A kernel over a range. */
final class LaunchCommand extends QueuedCommand {
    private final LoadedKernel kernel;
    private final KernelValues values;
    private final WorkGroups groups;

    /**
     * True if it has begun among the launches of its kernel. Written under the dispatcher's lock.
     */
    private boolean entered;

    /**
     * Takes over a use of the kernel, and the arguments with theirs.
     *
     * @param kernel retained for this command
     * @param groups the range, or null if it is empty
     */
    LaunchCommand(
            Order order,
            Completion completion,
            LoadedKernel kernel,
            KernelValues values,
            WorkGroups groups) {
        super(Engine.COMPUTE, order, completion);
        this.kernel = kernel;
        this.values = values;
        this.groups = groups;
    }

    @Override
    public boolean isEmpty() {
        return groups == null;
    }

    @Override
    public boolean mayEnter(Runnable retry) {
        KernelVersions versions = kernel.versions();
        if (versions != null && !isEmpty() && !entered) {
            entered = versions.enter(groups.ranges(), retry);
            return entered;
        }
        return true;
    }

    @Override
    public boolean sharesEvent() {
        return !isEmpty();
    }

    @Override
    public void enqueue(Submission submission) throws OpenClException {
        kernel.set(values, submission.scratch());
        long body = groups.body();
        submission.expect(groups.tail() > 0 && body > 0 ? 2 : 1);
        if (body > 0) {
            run(submission, groups.offset()[0], body, groups.local()[0]);
        }
        if (groups.tail() > 0) {
            run(submission, groups.offset()[0] + body, groups.tail(), 1);
        }
    }

    private void run(Submission submission, long offset, long size, long local)
            throws OpenClException {
        MemorySegment range = submission.scratch();
        for (int i = 0; i < groups.rank(); i++) {
            range.setAtIndex(JAVA_LONG, i, i == 0 ? offset : groups.offset()[i]);
            range.setAtIndex(JAVA_LONG, 3 + i, i == 0 ? size : groups.size()[i]);
            range.setAtIndex(JAVA_LONG, 6 + i, i == 0 ? local : groups.local()[i]);
        }
        int status =
                ClCommands.run(
                        submission.queue(),
                        kernel.handle().value(),
                        groups.rank(),
                        range.address(),
                        submission.waits(),
                        submission.waitList(),
                        submission.eventOfCall());
        submission.made(status, "clEnqueueNDRangeKernel");
    }

    @Override
    public void leave() {
        values.leave();
    }

    @Override
    public void letGo() {
        if (entered) {
            kernel.versions().leave(groups.ranges(), succeeded);
        }
        kernel.handle().release();
        values.release();
    }

    @Override
    public String description() {
        return "kernel " + kernel.name() + " #" + ticket;
    }
}
