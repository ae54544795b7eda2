package org.anabranch.opencl;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

/**
 * A command that was wrong from the beginning: it takes its place in the order, so that what
 * follows it fails too.
 */
final class RefusedCommand extends Command {

    RefusedCommand(Order order, Completion completion, Exception why) {
        super(Engine.COMPUTE, order, completion);
        failure = why;
    }

    @Override
    boolean isEmpty() {
        return true;
    }

    @Override
    void enqueue(Submission submission) {
        throw new IllegalStateException("a refused command is not run");
    }

    @Override
    void letGo() {
        // it holds nothing
    }

    @Override
    String description() {
        return "refused operation #" + ticket;
    }
}
