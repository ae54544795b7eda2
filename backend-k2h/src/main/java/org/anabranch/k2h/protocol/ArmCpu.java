package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.Meter;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Image;

/** The memory of an ARM core: ARM pointers, globals of the ARM image, and contiguous allocation. */
public abstract class ArmCpu extends MemoryCpu {
    /** The number of globals of an image. */
    public static final int GLOBALS = 64;

    private final SharedMemory memory;
    private final long[] globals;

    /**
     * Creates the core.
     *
     * @param globals variables of the ARM image, shared by the ARM cores
     */
    protected ArmCpu(
            Core core,
            Meter meter,
            LineCache cache,
            Image image,
            SharedMemory memory,
            long[] globals) {
        super(core, meter, cache, image);
        this.memory = memory;
        this.globals = globals;
    }

    /** Creates another view of a core. */
    protected ArmCpu(ArmCpu same) {
        super(same);
        this.memory = same.memory;
        this.globals = same.globals;
    }

    @Override
    protected final long translate(long pointer) {
        long address = pointer - SharedMemory.ARM_BASE;
        if (address < 0 || address >>> 32 != 0) {
            throw new K2hException.AddressTrap(
                    core + ": 0x" + Long.toHexString(pointer) + " is no ARM pointer", pointer);
        }
        return address;
    }

    @Override
    public final long global(int slot) {
        return globals[slot];
    }

    @Override
    public final void setGlobal(int slot, long value) {
        globals[slot] = value;
    }

    @Override
    public final long wsMalloc(Bank bank, long bytes) {
        return SharedMemory.pointer(memory.allocate(bank, bytes).address());
    }

    @Override
    public final void wsFree(long pointer) {
        MemoryBlock block = memory.at(translate(pointer));
        if (block == null || SharedMemory.pointer(block.address()) != pointer) {
            throw new K2hException.AddressTrap(
                    "0x" + Long.toHexString(pointer) + " is not the start of an allocation",
                    pointer);
        }
        cacheWbInv(pointer, block.bytes());
        memory.free(block);
    }

    @Override
    public final long dspPointer(long pointer) {
        return memory.address(pointer);
    }
}
