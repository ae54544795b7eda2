package org.anabranch.opencl.command;

import java.lang.foreign.MemorySegment;

/** The source of a command's status. An interface for tests, which let a device fail. */
public interface CommandStatus {

    /**
     * Asks.
     *
     * @param scratch eight bytes for the answer
     * @return above 0 on the way, 0 complete, below 0 failed
     */
    int of(long event, MemorySegment scratch);
}
