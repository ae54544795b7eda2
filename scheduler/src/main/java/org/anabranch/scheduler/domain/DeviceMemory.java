package org.anabranch.scheduler.domain;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.MemoryExhaustedException;
import org.anabranch.api.MemoryKind;
import org.anabranch.events.Events;
import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.coherence.Store;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerLog;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory of a device: instances of buffers in the requested kind of memory, or in the memory of
 * evicted unused ones.
 *
 * <p>Programs have no shares of it. Each buffer counts in full against its program's share of host
 * memory, so the instances of a program take no more on a device than that. If the device is full,
 * unused instances of all programs are evicted whose data is valid elsewhere. Instances that
 * actions use, and those with the only valid data, stay until their program closes the buffers or
 * ends: until then another program is refused.
 */
final class DeviceMemory {
    private final Store domain;
    private final OpenDevice device;
    private final Memories memories;
    private final AtomicLong used = new AtomicLong();

    /** Held while instances are evicted: other threads that need room wait for that. */
    private final ReentrantLock evicting = new ReentrantLock();

    DeviceMemory(Store domain, OpenDevice device, Memories memories) {
        this.domain = domain;
        this.device = device;
        this.memories = memories;
    }

    /**
     * Allocates an instance.
     *
     * @throws DeviceLostException if the device reports its loss
     * @throws MemoryExhaustedException if there is no room, or not the kind of memory
     */
    long allocate(Buffer buffer, BufferOptions options) throws DeviceException {
        MemoryKind wanted = kind(buffer, options);
        long bytes = buffer.shape().bytes();
        DeviceException refused = null;
        for (MemoryKind kind : attempts(wanted, options)) {
            try {
                long handle = device.allocate(bytes, kind);
                used.addAndGet(bytes);
                if (kind != wanted) {
                    log(
                            "%s has no room in %s memory for %s: ordinary memory is taken"
                                    .formatted(domain, wanted, buffer.name()));
                }
                return handle;
            } catch (DeviceException full) {
                refused = full;
                makeRoom(buffer);
            }
        }
        if (refused instanceof DeviceLostException gone) {
            throw gone;
        }
        String what =
                "%s of %s bytes in %s, whose memory has %s bytes"
                        .formatted(buffer.name(), bytes, domain, domain.memories().get(wanted));
        throw new MemoryExhaustedException(
                "no room for " + what + ": " + ForeignCode.message(refused), refused);
    }

    private static void log(String what) {
        ForeignCode.log(System.Logger.Level.INFO, what);
    }

    /**
     * Returns the kinds to try, before and after an eviction; then ordinary memory, if the
     * requested kind is a preference.
     */
    private static List<MemoryKind> attempts(MemoryKind wanted, BufferOptions options) {
        return options.strict() || wanted == MemoryKind.NORMAL
                ? List.of(wanted, wanted)
                : List.of(wanted, wanted, MemoryKind.NORMAL, MemoryKind.NORMAL);
    }

    private void makeRoom(Buffer buffer) {
        long since = WorkerLog.begins(memories.pool.log);
        evicting.lock();
        try {
            memories.evict(domain, buffer);
        } finally {
            evicting.unlock();
            Worker worker = memories.pool.current();
            int lane = worker == null ? Events.NOWHERE : worker.lane;
            WorkerLog.waitedForRoom(memories.pool.log, lane, since);
        }
    }

    private MemoryKind kind(Buffer buffer, BufferOptions options) {
        if (domain.memories().containsKey(options.memory())) {
            return options.memory();
        }
        String what =
                "%s has no %s memory, which %s asks for"
                        .formatted(domain, options.memory(), buffer.name());
        if (options.strict()) {
            throw new MemoryExhaustedException(what);
        }
        log(what + ": ordinary memory is taken");
        return MemoryKind.NORMAL;
    }

    /** Counts out an instance that the device has taken back, or has lost. */
    void freed(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }

    /** It is no more, unless it belongs to the whole device, of which this is a part. */
    void drop(DomainLostException cause) {
        boolean dropped = domain.store != domain;
        while (!dropped) {
            try {
                dropAll(cause);
                dropped = true;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // otherwise undefined data would be read
            }
        }
    }

    private void dropAll(DomainLostException cause) {
        memories.forEachBuffer(
                buffer -> {
                    if (buffer.isIn(domain)) {
                        buffer.directory.drop(domain.memory, cause);
                        buffer.forget(domain);
                    }
                });
    }
}
