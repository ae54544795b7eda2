package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.card.AcceptedOperations.Accepted;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;

/** A kernel, or a copy on the card. */
public record PendingOperation(Kernel kernel, Accepted operation) implements PendingRequest {
    @Override
    public void answered(Received frame) {
        operation.done(frame);
    }

    @Override
    public void failed(Throwable cause) {
        operation.failed(cause);
    }

    @Override
    public boolean isFor(Completion submitted) {
        return operation.isFor(submitted);
    }
}
