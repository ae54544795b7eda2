package org.anabranch.scheduler.coherence;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.place.ComputeUnits;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory of a device without a device: it has room for a few instances, and none of them is
 * evicted by an allocation, as if actions that are enqueued had leases on all.
 */
final class SmallStore extends Store {
    private static final MemoryExhaustedException FULL =
            new MemoryExhaustedException("no room", new IllegalStateException("in use"));

    private final AtomicInteger left;
    private final Room room = new Room(this);

    SmallStore(int instances) {
        super(RoomAction.POOL, 1, null, "small", ProcessorMask.of(0), new ComputeUnits(1, 0));
        this.left = new AtomicInteger(instances);
    }

    /** Returns true if nothing is inside once an action has left; then has no instances. */
    boolean isAtRestAfter(RoomAction last) {
        last.leaveRoom();
        boolean rests = room.isAtRest();
        RoomAction.BUFFERS.forEach(buffer -> buffer.forget(this));
        return rests;
    }

    @Override
    public Room room() {
        return room;
    }

    @Override
    public long allocate(Buffer buffer, BufferOptions options) {
        if (left.getAndDecrement() <= 0) {
            left.getAndIncrement();
            throw FULL;
        }
        return 1;
    }

    @Override
    public void free(long handle, long bytes) {
        left.getAndIncrement();
    }

    @Override
    public void read(Action action, Slice from, MemorySegment to, Region region) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void write(Action action, MemorySegment from, Region region, Slice to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long instanceBytes() {
        return 0;
    }

    @Override
    public void hold() {}

    @Override
    public void release() {}

    @Override
    public long pending() {
        return 0;
    }

    @Override
    public int generation() {
        return 1;
    }

    @Override
    public ExecutingDomain part(ProcessorMask mask) {
        return this;
    }

    @Override
    public void remove() {}
}
