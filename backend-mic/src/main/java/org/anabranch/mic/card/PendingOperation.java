package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;

/** A kernel, or a copy on the card. */
record PendingOperation(Kernel kernel, Completion completion) implements Pending {
    @Override
    public void answered(Received frame) {
        completion.done();
    }

    @Override
    public void failed(Throwable cause) {
        completion.failed(cause);
    }

    @Override
    public boolean isFor(Completion submitted) {
        return CountedCompletion.is(completion, submitted);
    }
}
