package org.anabranch.scheduler.coherence;

import org.anabranch.api.BufferOptions;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;
import org.anabranch.api.Shape;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.count.Leases;
import org.anabranch.scheduler.event.Wait;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A buffer with its host memory, its instances on devices, and the directory of what is valid
 * where. Actions lease it from enqueue to end; memory is freed with the last lease after close.
 */
public final class TrackedBuffer implements StoredData {
    private static final long ALIGNMENT = 128;

    /** The program that made a buffer. */
    public interface Owner extends Program {
        /** The buffer's memory is free. */
        void closed(TrackedBuffer buffer);
    }

    final Memories memories;
    private final Owner platform;
    public final CoherenceDirectory directory;
    private final String name;
    private final Shape shape;
    private final BufferOptions options;
    private final Range all;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final boolean locked;
    final Instances instances;
    private final Leases leases = new Leases();

    public TrackedBuffer(
            Memories memories, Owner platform, String name, Shape shape, BufferOptions options) {
        this.platform = platform;
        this.memories = memories;
        this.name = name;
        this.shape = shape;
        this.options = options;
        this.all = range(shape.whole());
        memories.hostMemory.reserve(shape.bytes(), name, platform);
        try {
            this.memory =
                    options.pinned()
                            ? PageLock.allocate(arena, shape.bytes())
                            : HugePages.allocate(arena, shape.bytes())
                                    .orElseGet(() -> arena.allocate(shape.bytes(), ALIGNMENT));
            this.locked = PageLock.lock(memory, options, name);
        } catch (OutOfMemoryError | IllegalArgumentException refused) {
            giveUp();
            throw new MemoryExhaustedException(
                    "cannot allocate " + shape.bytes() + " bytes for " + name, refused);
        } catch (MemoryExhaustedException refused) {
            giveUp();
            throw refused;
        }
        this.directory = new CoherenceDirectory(this);
        this.instances = new Instances(this, directory, leases);
        memories.add(this);
    }

    private void giveUp() {
        memories.hostMemory.free(shape.bytes(), platform);
        arena.close();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public BufferOptions options() {
        return options;
    }

    @Override
    public Range all() {
        return all;
    }

    /** Makes an instance ahead of use, without content; nothing on the host. */
    public void instantiate(ExecutingDomain at) {
        at.requireActive();
        lease();
        try {
            if (at instanceof Store store) {
                instances.make(store);
            }
        } catch (DeviceException gone) {
            throw new DomainLostException(at + " was lost: " + ForeignCode.message(gone), gone);
        } finally {
            unlease();
        }
    }

    /** Frees an unused instance; returns true if there is none any more. */
    public boolean evict(ExecutingDomain at) {
        if (leases.isClosed()) {
            throw new ClosedException(name + " is closed");
        }
        return at instanceof Store device && (instances.evict(device.store) || !isIn(device));
    }

    /** Returns the directory of an operand's buffer. */
    public static CoherenceDirectory directoryOf(Operand operand) {
        return ((TrackedBuffer) operand.range().buffer()).directory;
    }

    @Override
    public Program program() {
        return platform;
    }

    @Override
    public ExecutingDomain home() {
        return memories.host;
    }

    @Override
    public Store store(int number) {
        return memories.store(number);
    }

    @Override
    public MemorySegment host() {
        return memory;
    }

    /** Keeps the memory until {@link #unlease()}. */
    public void lease() {
        lease(1);
    }

    /** Keeps the memory until {@link #unlease(int)} of as many. */
    public void lease(int count) {
        if (!leases.take(count)) {
            throw new ClosedException(name + " is closed");
        }
    }

    @Override
    public void retain() {
        leases.takeAnother();
    }

    /** Keeps the memory even of a closed buffer, as long as there is some; true if there is. */
    public boolean leaseUnlessFreed() {
        return leases.takeUnlessFree();
    }

    @Override
    public void unlease() {
        unlease(1);
    }

    public void unlease(int count) {
        if (leases.giveBack(count)) {
            free();
        }
    }

    private void watch(Mode mode) {
        if (platform.isWatched()) {
            memories.races().access(this, mode);
        }
    }

    @Override
    public MemorySegment read() {
        lease();
        try {
            watch(Mode.READ);
            new HostAccess(this, false).awaitData();
            return memory.asReadOnly();
        } finally {
            unlease();
        }
    }

    @Override
    public MemorySegment write() {
        lease();
        try {
            watch(Mode.WRITE);
            new HostAccess(this, true).awaitData();
            directory
                    .producers()
                    .forEach(producer -> new Wait(memories.pool).until(producer, Long.MAX_VALUE));
            directory.written();
            return memory;
        } finally {
            unlease();
        }
    }

    @Override
    public long handleIn(Store device) throws DeviceLostException {
        return instances.handle(device);
    }

    public boolean isIn(Store device) {
        return instances.isIn(device);
    }

    /** The device is gone, and its memory with it. */
    public void forget(Store device) {
        instances.forget(device);
    }

    @Override
    public void close() {
        if (leases.close()) {
            free();
        }
    }

    private void free() {
        while (!instances.free()) {
            ForeignCode.pause(); // there is no memory to give some back
        }
        memories.remove(this);
        platform.closed(this);
        if (locked) {
            PageLock.unlock(memory);
        }
        giveUp();
    }

    @Override
    public String toString() {
        return name + shape.extents();
    }
}
