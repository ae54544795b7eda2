package org.anabranch.mic;

import org.anabranch.mic.link.Frames.Received;

/** Something that the card was told and has not answered. Told once, of the one or the other. */
interface Pending {

    /** The card has answered; the frame is positioned behind the number. */
    void answered(Received frame);

    /** It has failed, or the card is lost. */
    void failed(Throwable cause);
}
