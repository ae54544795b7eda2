package org.anabranch.mic.process;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.spi.DeviceException;

/** The location of a card's process, and the way to reach it. */
@FunctionalInterface
public interface SinkPlace {

    /**
     * Starts the process, or finds it, and greets it. Waits.
     *
     * @throws DeviceException if that does not succeed; says why
     */
    SinkLink connect(CardProperties card) throws DeviceException;
}
