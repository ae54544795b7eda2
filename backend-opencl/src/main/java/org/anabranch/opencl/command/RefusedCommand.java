package org.anabranch.opencl.command;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

/**
 * A command that was wrong from the beginning: it takes its place in the order, so that what
 * follows it fails too.
 */
public final class RefusedCommand extends QueuedCommand {

    public RefusedCommand(Order order, Completion completion, Exception why) {
        super(Engine.COMPUTE, order, completion);
        failure = why;
    }

    @Override
    public boolean isEmpty() {
        return true;
    }

    @Override
    public void enqueue(Submission submission) {
        throw new IllegalStateException("a refused command is not run");
    }

    @Override
    public void letGo() {
        // it holds nothing
    }

    @Override
    public String description() {
        return "refused operation #" + ticket;
    }
}
