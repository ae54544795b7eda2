package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.MemoryBlock;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.OperandScope;

/**
 * The memory of an ARM core: ARM pointers, globals of the ARM image, contiguous allocation, and the
 * cache operations that declared buffers need (K2H-C4).
 */
abstract class ArmMemory extends MemoryCpu {
    /** The state shared by the ARM cores. */
    final ArmSide side;

    private final long[] globals;

    ArmMemory(Core core, Pace pace, LineCache cache, Image image, ArmSide side, long[] globals) {
        super(core, pace, cache, image);
        this.side = side;
        this.globals = globals;
    }

    /**
     * Writes back and invalidates declared buffers; at the end of a finish, only those that tasks
     * write.
     */
    final int flush(OperandScope scope, boolean end) {
        if (side.options().dsps() == 0 || !side.options().derived()) {
            return 0;
        }
        int flushes = 0;
        double begin = pace.nanos(core);
        for (Operand operand : scope.operands()) {
            if (operand.written() || !end) {
                cacheWbInv(operand.pointer(), operand.bytes());
                flushes++;
            }
        }
        if (flushes > 0) {
            side.flushCost().took(scope, end, pace.nanos(core) - begin);
        }
        return flushes;
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
        return SharedMemory.pointer(side.memory().allocate(bank, bytes).address());
    }

    @Override
    public final void wsFree(long pointer) {
        MemoryBlock block = side.memory().at(translate(pointer));
        if (block == null || SharedMemory.pointer(block.address()) != pointer) {
            throw new K2hException.AddressTrap(
                    "0x" + Long.toHexString(pointer) + " is not the start of an allocation",
                    pointer);
        }
        cacheWbInv(pointer, block.bytes());
        side.memory().free(block);
    }

    @Override
    public final long dspPointer(long pointer) {
        return side.memory().address(pointer);
    }
}
