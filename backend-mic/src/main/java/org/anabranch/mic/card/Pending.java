package org.anabranch.mic.card;

import org.anabranch.api.Kernel;
import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;

/**
 * Something that the card was told and has not answered. It is told again of the one or the other
 * if there was no memory for it, or if two threads do so, and listens to what is told first.
 */
public interface Pending {

    /** The card has answered; the frame is positioned behind the number. */
    void answered(Received frame);

    /** It has failed, or the card is lost. */
    void failed(Throwable cause);

    /** {@return the kernel that it runs, or null} */
    default Kernel kernel() {
        return null;
    }

    /** {@return whether it is the operation, or part of it, that was submitted with this} */
    default boolean isFor(Completion completion) {
        return false;
    }
}
