package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Bank;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An allocation in MSMC or DDR. It has host memory from its first use to its release. Thread-safe.
 */
public final class MemoryBlock {
    private final Bank bank;
    private final long address;
    private final long bytes;
    private Arena arena;
    private volatile MemorySegment backing;

    MemoryBlock(Bank bank, long address, long bytes) {
        this.bank = bank;
        this.address = address;
        this.bytes = bytes;
    }

    /** {@return the memory that it lies in} */
    public Bank bank() {
        return bank;
    }

    /** {@return the first address, as a DSP sees it; a multiple of 128} */
    public long address() {
        return address;
    }

    /** {@return the size in bytes, rounded up to lines of 128} */
    public long bytes() {
        return bytes;
    }

    /** {@return the content of memory, without the caches} */
    public MemorySegment backing() {
        MemorySegment segment = backing;
        return segment != null ? segment : back();
    }

    private synchronized MemorySegment back() {
        if (backing == null) {
            arena = Arena.ofShared();
            backing = arena.allocate(bytes, SharedMemory.LINE);
        }
        return backing;
    }

    synchronized void release() {
        if (arena != null) {
            arena.close();
        }
    }

    @Override
    public String toString() {
        return bank + " 0x" + Long.toHexString(address) + "+" + bytes;
    }
}
