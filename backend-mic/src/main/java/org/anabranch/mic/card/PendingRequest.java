package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;

/**
 * A request to the card without an answer. An answer is repeated if there was no memory for it, and
 * may come from two threads; the first one counts.
 */
public interface PendingRequest {

    /** The card has answered; the frame is positioned behind the number. */
    void answered(Received frame);

    /** It has failed, or the card is lost. */
    void failed(Throwable cause);

    /** {@return the kernel that it runs, or null} */
    default Kernel kernel() {
        return null;
    }

    /**
     * {@return true if it is the operation, or part of it, that was submitted with this completion}
     */
    default boolean isFor(Completion completion) {
        return false;
    }
}
