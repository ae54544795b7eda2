package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Meter;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.protocol.MemoryCpu;

/**
 * The memory of a DSP: 32-bit addresses, globals of the DSP image, and none of the operations
 * reserved for the ARM side (K2H-M5, M6, M7).
 */
abstract class DspMemory extends MemoryCpu {
    /** The shared variables of the DSP image. */
    final DspVariables variables;

    DspMemory(Core core, Meter meter, LineCache cache, Image image, DspVariables variables) {
        super(core, meter, cache, image);
        this.variables = variables;
    }

    @Override
    protected final long translate(long pointer) {
        if (pointer >>> 32 != 0) {
            throw new K2hException.AddressTrap(
                    core + ": 0x" + Long.toHexString(pointer) + " is no DSP address", pointer);
        }
        return pointer;
    }

    @Override
    public final long global(int slot) {
        return Integer.toUnsignedLong(variables.globals.get(2 * slot))
                | (long) variables.globals.get(2 * slot + 1) << 32;
    }

    @Override
    public final void setGlobal(int slot, long value) {
        variables.globals.put(2 * slot, (int) value);
        variables.globals.put(2 * slot + 1, (int) (value >>> 32));
    }

    @Override
    public final long wsMalloc(Bank bank, long bytes) {
        throw new K2hException.Program(core + ": only the ARM side allocates contiguous memory");
    }

    @Override
    public final void wsFree(long pointer) {
        throw new K2hException.Program(core + ": only the ARM side frees contiguous memory");
    }

    @Override
    public final long dspPointer(long pointer) {
        throw new K2hException.Program(core + ": only the ARM side translates pointers");
    }
}
