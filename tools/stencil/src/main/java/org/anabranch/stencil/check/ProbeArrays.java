package org.anabranch.stencil.check;

import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.SplittableRandom;

/** The input arrays of the checks: the same content at each call. */
final class ProbeArrays {
    static final long SEED = 0x57E9;

    private ProbeArrays() {}

    /** {@return all arrays of a stencil, filled with numbers from 0.5 to 1.5} */
    static Map<String, MemorySegment> random(Stencil stencil, Arena arena) {
        SplittableRandom random = new SplittableRandom(SEED);
        Map<String, MemorySegment> arrays = stencil.zeros(arena);
        for (StencilArgument argument : stencil.arrays()) {
            MemorySegment memory = arrays.get(argument.name());
            for (long i = 0; i < argument.size().product(); i++) {
                put(argument.type(), memory, i, random.nextDouble() + 0.5);
            }
        }
        return arrays;
    }

    /** Sets a cell; integers are set to 97 times the value, and to all ones for not-a-number. */
    static void put(ElementType type, MemorySegment memory, long index, double value) {
        switch (type) {
            case FLOAT -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
            case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
            default -> {
                long bits = Double.isNaN(value) ? -1 : (long) (value * 97);
                for (int i = 0; i < type.bytes(); i++) {
                    memory.set(
                            ValueLayout.JAVA_BYTE,
                            index * type.bytes() + i,
                            (byte) (bits >> 8 * i));
                }
            }
        }
    }
}
