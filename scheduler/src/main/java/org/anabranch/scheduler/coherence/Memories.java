package org.anabranch.scheduler.coherence;

import org.anabranch.api.Buffer;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.scheduler.race.RaceDetector;
import org.anabranch.spi.DeviceException;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The memories of an engine by their numbers, and the buffers that have instances there. */
public final class Memories {
    /** As many as {@link ValidCopies} has bits for. */
    private static final int MOST = 64;

    public final WorkerPool pool;
    public final HostMemory hostMemory;
    final ExecutingDomain host;

    /** Null until there is the first program that is watched. */
    private volatile RaceDetector races;

    final ReductionExclusion commuting = new ReductionExclusion();
    private final Set<TrackedBuffer> buffers = ConcurrentHashMap.newKeySet();

    /** Changed under the lock of this; a place is taken by an array before it has a store. */
    private final Object[] stores = new Object[MOST];

    public Memories(WorkerPool pool, HostMemory hostMemory, ExecutingDomain host) {
        this.pool = pool;
        this.hostMemory = hostMemory;
        this.host = host;
        this.stores[ValidCopies.HOST] = host;
    }

    /** Returns the race detector; null if no program was ever checked. */
    public RaceDetector races() {
        return races;
    }

    /** The same, for a program that is to be watched. */
    public synchronized RaceDetector watching() {
        if (races == null) {
            races = new RaceDetector();
        }
        return races;
    }

    /** Reserves a number for the memory of a device. */
    public synchronized int reserve(String id) throws DeviceException {
        for (int number = 0; number < MOST; number++) {
            if (stores[number] == null) {
                stores[number] = id;
                return number;
            }
        }
        throw new DeviceException(
                "there are " + (MOST - 1) + " devices already: " + id + " is left out");
    }

    /** The reserved number of the store is its from now on. */
    public synchronized void put(Store store) {
        stores[store.memory] = store;
    }

    /** The number may be reserved again. */
    public synchronized void release(int number) {
        stores[number] = null;
    }

    /** The store that a memory belongs to. By one who names it, so that its number is kept. */
    Store store(int number) {
        return (Store) stores[number];
    }

    void add(TrackedBuffer buffer) {
        buffers.add(buffer);
    }

    void remove(TrackedBuffer buffer) {
        RaceDetector watching = races;
        if (watching != null) {
            watching.forget(buffer);
        }
        buffers.remove(buffer);
    }

    Iterable<TrackedBuffer> buffers() {
        return buffers;
    }

    public void forEachBuffer(Consumer<TrackedBuffer> use) {
        buffers.forEach(use);
    }

    /** Frees clean, unused instances of a store. */
    public void evict(Store store, Buffer but) {
        for (TrackedBuffer buffer : buffers) {
            if (buffer != but) {
                buffer.instances.evict(store);
            }
        }
    }

    /** The buffer, if it is of this platform. */
    public TrackedBuffer requireOwn(Buffer buffer) {
        if (!(buffer instanceof TrackedBuffer tracked) || tracked.memories != this) {
            throw new KernelArgumentException(
                    (buffer == null ? "null" : buffer.name()) + " is no buffer of this platform");
        }
        return tracked;
    }
}
