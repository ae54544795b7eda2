package org.anabranch.mic.process;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.spi.DeviceException;

/** Where a card's process runs, and how it is reached. */
@FunctionalInterface
public interface SinkPlace {

    /**
     * Starts the process, or finds it, and greets it. Waits.
     *
     * @throws DeviceException if that does not succeed; says why
     */
    Link connect(CardProperties card) throws DeviceException;
}
