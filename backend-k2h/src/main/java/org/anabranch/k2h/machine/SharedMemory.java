package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.K2hException;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * MSMC and DDR: contiguous allocation (CMEM), first fit, in lines of 128 bytes, and the two views
 * of an address. A DSP address is 32 bits wide; an ARM pointer is the same place in a range of its
 * own, so that one used for the other traps (K2H-M6). Thread-safe.
 */
public final class SharedMemory {
    /** Allocations start and end at multiples of this: the longer of the two cache lines. */
    public static final int LINE = Board.LINE;

    /** The start of ARM pointers. */
    public static final long ARM_BASE = 0x40_0000_0000L;

    private final Board board;
    private final ConcurrentSkipListMap<Long, MemoryBlock> blocks = new ConcurrentSkipListMap<>();
    private final Map<Bank, TreeMap<Long, Long>> free = new EnumMap<>(Bank.class);
    private final Map<Bank, Long> used = new EnumMap<>(Bank.class);

    /** Creates empty memories of the sizes of a board. */
    public SharedMemory(Board board) {
        this.board = board;
        for (Bank bank : Bank.values()) {
            TreeMap<Long, Long> holes = new TreeMap<>();
            holes.put(bank.base(), board.bytes(bank));
            free.put(bank, holes);
            used.put(bank, 0L);
        }
    }

    /**
     * Allocates a block.
     *
     * @param bank the memory, without a fallback
     * @param bytes at least 1
     * @throws K2hException.Exhausted if no hole is large enough
     */
    public synchronized MemoryBlock allocate(Bank bank, long bytes) {
        if (bytes < 1) {
            throw new K2hException.Exhausted("cannot allocate " + bytes + " bytes in " + bank);
        }
        long size = bytes > board.bytes(bank) ? bytes : (bytes + LINE - 1) / LINE * LINE;
        TreeMap<Long, Long> holes = free.get(bank);
        for (Map.Entry<Long, Long> hole : holes.entrySet()) {
            if (hole.getValue() >= size) {
                long address = hole.getKey();
                long rest = hole.getValue() - size;
                holes.remove(address);
                if (rest > 0) {
                    holes.put(address + size, rest);
                }
                used.merge(bank, size, Long::sum);
                MemoryBlock block = new MemoryBlock(bank, address, size);
                blocks.put(address, block);
                return block;
            }
        }
        throw new K2hException.Exhausted(
                "%s has no %s contiguous bytes: %s of %s are free"
                        .formatted(
                                bank,
                                bytes,
                                board.bytes(bank) - used.get(bank),
                                board.bytes(bank)));
    }

    /**
     * Frees a block.
     *
     * @param block that is not used any more
     */
    public synchronized void free(MemoryBlock block) {
        if (!blocks.remove(block.address(), block)) {
            throw new K2hException.AddressTrap(block + " is not allocated", block.address());
        }
        TreeMap<Long, Long> holes = free.get(block.bank());
        long start = block.address();
        long size = block.bytes();
        Map.Entry<Long, Long> before = holes.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
            size += before.getValue();
        }
        Long after = holes.remove(start + size);
        holes.put(start, size + (after == null ? 0 : after));
        used.merge(block.bank(), -block.bytes(), Long::sum);
        block.release();
    }

    /** {@return all live blocks, by address} */
    public List<MemoryBlock> blocks() {
        return List.copyOf(blocks.values());
    }

    /**
     * Returns the number of bytes in use.
     *
     * @return allocated bytes, in whole lines
     */
    public synchronized long used(Bank bank) {
        return used.get(bank);
    }

    /**
     * Returns the block of an address.
     *
     * @param address as a DSP sees it
     */
    public MemoryBlock at(long address) {
        Map.Entry<Long, MemoryBlock> entry = blocks.floorEntry(address);
        return entry != null && address < entry.getKey() + entry.getValue().bytes()
                ? entry.getValue()
                : null;
    }

    /**
     * Converts an ARM pointer to an address, with a check.
     *
     * @param pointer into a block, or to its interior
     * @return the 32-bit address, unsigned, as a DSP sees it
     * @throws K2hException.AddressTrap if it is no pointer into a block
     */
    public long address(long pointer) {
        long address = pointer - ARM_BASE;
        if (at(address) == null) {
            throw new K2hException.AddressTrap(
                    "0x" + Long.toHexString(pointer) + " is no ARM pointer to contiguous memory",
                    pointer);
        }
        return address;
    }

    /**
     * Converts an address to an ARM pointer.
     *
     * @param address as a DSP sees it
     * @return the ARM pointer to the same byte
     */
    public static long pointer(long address) {
        return ARM_BASE + address;
    }

    void load(long address, byte[] into, int offset, int length) {
        MemoryBlock block = live(address);
        MemorySegment.copy(
                block.backing(),
                ValueLayout.JAVA_BYTE,
                address - block.address(),
                into,
                offset,
                length);
    }

    void store(long address, byte[] from, int offset, int length) {
        MemoryBlock block = live(address);
        MemorySegment.copy(
                from,
                offset,
                block.backing(),
                ValueLayout.JAVA_BYTE,
                address - block.address(),
                length);
    }

    private MemoryBlock live(long address) {
        MemoryBlock block = at(address);
        if (block == null) {
            throw new K2hException.AddressTrap(
                    "0x" + Long.toHexString(address) + " is in no block of MSMC or DDR", address);
        }
        return block;
    }
}
