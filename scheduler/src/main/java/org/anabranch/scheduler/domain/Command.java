package org.anabranch.scheduler.domain;

import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;

/** What a device is to do. */
public sealed interface Command {
    /**
     * Runs a kernel.
     *
     * @param travels whether it may go through the device's steal port
     */
    record Run(Launch launch, boolean travels) implements Command {}

    /** Reads from an instance into the host's memory. */
    record Read(Slice from, MemorySegment to, Region region) implements Command {}

    /** Writes from the host's memory to an instance. */
    record Write(MemorySegment from, Region region, Slice to) implements Command {}

    /** Copies between instances on the device. */
    record Copy(Slice from, Slice to) implements Command {}
}
