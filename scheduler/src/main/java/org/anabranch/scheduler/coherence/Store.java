package org.anabranch.scheduler.coherence;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.place.ComputeUnits;
import org.anabranch.scheduler.place.Link;
import org.anabranch.scheduler.place.Site;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;

/** A domain whose memory is not the host's: buffers have instances there. */
public abstract class Store extends ExecutingDomain {
    /** Whose instances are used here: its own, or those of the whole device of which it is part. */
    public final Store store;

    private final Site site;

    public Store(
            WorkerPool pool,
            int memory,
            Store store,
            String id,
            ProcessorMask processors,
            ComputeUnits silicon) {
        super(pool, memory, id, processors);
        this.site = new Site(id, silicon, new Link());
        this.store = store == null ? this : store;
    }

    @Override
    public final Site site() {
        return site;
    }

    /** {@return the admission to its memory; that of {@link #store} is used} */
    public abstract Admission room();

    /** Allocates an instance; if there is no room, frees clean, unused instances. */
    public abstract long allocate(Buffer buffer, BufferOptions options) throws DeviceException;

    /** Gives an instance back. */
    public abstract void free(long handle, long bytes);

    /** Reads from an instance into the host's memory; ends the action when that is done. */
    public abstract void read(Action action, Slice from, MemorySegment to, Region region);

    /** Writes from the host's memory to an instance; ends the action when that is done. */
    public abstract void write(Action action, MemorySegment from, Region region, Slice to);
}
