package org.anabranch.mic.card;

import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.MemoryBudget;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Bytes of the card's memory that a domain has, by handle. For any thread. */
final class CountedBlocks {
    private final MemoryBudget memory;
    private final Map<Long, Block> blocks = new ConcurrentHashMap<>();

    private record Block(long bytes, MemoryKind kind) {}

    CountedBlocks(MemoryBudget memory) {
        this.memory = memory;
    }

    /** Takes bytes; none if it throws. */
    void take(Long handle, long bytes, MemoryKind kind) throws DeviceException {
        Block block = new Block(bytes, kind);
        memory.take(bytes, kind);
        try {
            blocks.put(handle, block);
        } catch (OutOfMemoryError full) {
            blocks.remove(handle);
            memory.give(bytes, kind);
            throw full;
        }
    }

    /**
     * Returns the bytes of a block; only the thread that removes the block does, so that they are
     * returned once.
     */
    boolean giveBack(Long handle) {
        Block block = blocks.remove(handle);
        if (block != null) {
            memory.give(block.bytes, block.kind);
        }
        return block != null;
    }

    void giveAllBack() {
        blocks.keySet().forEach(this::giveBack);
    }
}
