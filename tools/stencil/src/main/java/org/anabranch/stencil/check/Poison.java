package org.anabranch.stencil.check;

import org.anabranch.stencil.description.StencilArgument;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

/** The values of cells that a kernel must not read: if it does, its results differ. */
enum Poison {
    OTHER_BITS,
    NOT_A_NUMBER;

    /** {@return the array with poison in some cells} */
    MemorySegment in(StencilArgument argument, MemorySegment array, List<Long> cells, Arena arena) {
        MemorySegment changed = argument.allocate(arena).copyFrom(array);
        SplittableRandom random = new SplittableRandom(~ProbeArrays.SEED);
        for (long index : cells) {
            double value = this == NOT_A_NUMBER ? Double.NaN : random.nextDouble() * -9;
            ProbeArrays.put(argument.type(), changed, index, value);
        }
        return changed;
    }
}
