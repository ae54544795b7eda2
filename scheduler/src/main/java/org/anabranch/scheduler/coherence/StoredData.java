package org.anabranch.scheduler.coherence;

import org.anabranch.api.Buffer;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.spi.DeviceLostException;

import java.lang.foreign.MemorySegment;

/** A buffer as its directory and the transfers of its data see it. */
interface StoredData extends Buffer {
    /** {@return the program that made it} */
    Program program();

    /** {@return the host, whose memory {@link #host} is} */
    ExecutingDomain home();

    /** {@return the store that a memory belongs to; for one that names it, so that it is kept} */
    Store store(int memory);

    /** {@return the host's memory of the whole buffer, whatever is valid there} */
    MemorySegment host();

    /**
     * Returns the handle of the instance for a device, which was there when the action acquired it.
     *
     * @throws DeviceLostException if the device is gone, and the instance with it
     */
    long handleIn(Store device) throws DeviceLostException;

    /**
     * Keeps the memory for a transfer of the platform's own, until {@link #unlease}: it may come
     * after close, for an action that has a lease.
     */
    void retain();

    /** Ends a lease; the last one of a closed buffer frees its memory. */
    void unlease();
}
