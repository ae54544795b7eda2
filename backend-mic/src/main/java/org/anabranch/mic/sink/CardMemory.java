package org.anabranch.mic.sink;

import org.anabranch.api.MemoryKind;
import org.anabranch.mic.sink.MemoryBank.Extent;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The card's private memory by handle. The host counts the bytes of each kind and requests no more
 * than there are; if the machine has none left, operations on the handle fail. Memory of a domain
 * whose workers are bound is placed near them.
 */
final class CardMemory {
    private final Map<Place, MemoryBank> banks = new HashMap<>();
    private final Map<Long, Allocation> allocations = new ConcurrentHashMap<>();
    private final boolean pooled;

    private record Place(MemoryKind kind, long nodes) {}

    private record Allocation(int domain, Extent extent, String problem) {}

    CardMemory(boolean pooled) {
        this.pooled = pooled;
    }

    /** Allocates, on some nodes of this machine or, for 0, on any. */
    synchronized void allocate(int domain, long handle, long bytes, MemoryKind kind, long nodes) {
        MemoryBank bank =
                banks.computeIfAbsent(new Place(kind, nodes), any -> new MemoryBank(pooled, nodes));
        Allocation allocation;
        try {
            allocation = new Allocation(domain, bank.allocate(bytes), "");
        } catch (OutOfMemoryError none) {
            allocation = new Allocation(domain, null, none.getMessage());
        }
        allocations.put(handle, allocation);
    }

    /** The memory of a handle. */
    MemorySegment of(long handle) {
        Allocation allocation = allocations.get(handle);
        if (allocation == null) {
            throw new RefusedException("there is no memory with the handle " + handle);
        }
        if (allocation.extent == null) {
            throw new RefusedException("the card is out of memory: " + allocation.problem);
        }
        return allocation.extent.memory();
    }

    synchronized void release(long handle) {
        Allocation allocation = allocations.remove(handle);
        if (allocation != null && allocation.extent != null) {
            allocation.extent.free();
        }
    }

    void releaseAll(int domain) {
        allocations.forEach(
                (handle, allocation) -> {
                    if (allocation.domain == domain) {
                        release(handle);
                    }
                });
    }
}
