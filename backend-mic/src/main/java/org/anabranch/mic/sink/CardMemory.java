package org.anabranch.mic.sink;

import org.anabranch.api.MemoryKind;
import org.anabranch.mic.sink.MemoryBank.Extent;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.System.Logger.Level;
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
    private static final String LEFT = "memory of the card is lost to it".intern();

    private final Map<Place, MemoryBank> banks = new HashMap<>();
    private final Map<Long, Allocation> allocations = new ConcurrentHashMap<>();
    private final boolean pooled;

    private record Place(MemoryKind kind, long nodes) {}

    private static final class Allocation {
        final int domain;
        // written once, before the host may use the handle
        volatile Extent extent;
        volatile Throwable problem;

        Allocation(int domain) {
            this.domain = domain;
        }
    }

    CardMemory(boolean pooled) {
        this.pooled = pooled;
    }

    /** Allocates, on some nodes of this machine or, for 0, on any. */
    synchronized void allocate(int domain, long handle, long bytes, MemoryKind kind, long nodes) {
        MemoryBank bank =
                banks.computeIfAbsent(new Place(kind, nodes), any -> new MemoryBank(pooled, nodes));
        Allocation allocation = new Allocation(domain);
        allocations.put(handle, allocation);
        try {
            allocation.extent = bank.allocate(bytes);
        } catch (RuntimeException | Error none) {
            allocation.problem = none;
        }
    }

    /** The memory of a handle. */
    MemorySegment of(long handle) {
        Allocation allocation = allocations.get(handle);
        if (allocation == null) {
            throw new RefusedException("there is no memory with the handle " + handle);
        }
        if (allocation.extent == null) {
            throw new RefusedException(
                    "the card is out of memory: " + ForeignThrowables.message(allocation.problem));
        }
        return allocation.extent.memory();
    }

    synchronized void release(long handle) {
        Allocation allocation = allocations.remove(handle);
        if (allocation != null && allocation.extent != null) {
            try {
                allocation.extent.free();
            } catch (OutOfMemoryError full) { // the bank has lost it
                BackendLog.say(CardMemory.class, Level.WARNING, LEFT, full);
            }
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
