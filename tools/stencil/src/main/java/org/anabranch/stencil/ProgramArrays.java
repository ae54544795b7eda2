package org.anabranch.stencil;

import org.anabranch.api.ProgramException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a run takes from the program's arrays and gives back to them. */
record ProgramArrays(Stencil stencil) {

    /** {@return arrays of zeros} */
    Map<String, MemorySegment> zeros(Arena arena) {
        Map<String, MemorySegment> arrays = new HashMap<>();
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property().isArray()) {
                arrays.put(argument.name(), argument.allocate(arena));
            }
        }
        return arrays;
    }

    void requireAll(Map<String, MemorySegment> arrays) {
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property().isArray()) {
                MemorySegment given = arrays.get(argument.name());
                if (given == null || given.byteSize() < argument.bytes()) {
                    throw new ProgramException(
                            "array "
                                    + argument.name()
                                    + " needs "
                                    + argument.bytes()
                                    + " bytes, not "
                                    + (given == null ? "nothing" : given.byteSize()));
                }
            }
        }
    }

    /** Arrays that a run changes, under the names that they have in the end (ST-19). */
    List<String> results() {
        List<String> names = new ArrayList<>();
        for (StencilArgument argument : stencil.arguments()) {
            boolean inPlace = argument.property() == StencilArgument.Property.INOUT;
            boolean swappedOut = argument.name().equals(stencil.swapOut());
            if (argument.name().equals(stencil.swapIn())
                    || argument.property().isWritten() && (!swappedOut || inPlace)) {
                names.add(argument.name());
            }
        }
        return names;
    }

    String partner(String name) {
        return name.equals(stencil.swapIn())
                ? stencil.swapOut()
                : name.equals(stencil.swapOut()) ? stencil.swapIn() : name;
    }

    /** Copies what is computed; ghosts and borders at the edge stay the program's. */
    void putBack(String name, MemorySegment from, MemorySegment to) {
        StencilArgument argument = stencil.argument(name).orElseThrow();
        Box useful = stencil.useful();
        GridRows.copy(
                from,
                argument.size(),
                useful,
                to,
                argument.size(),
                useful,
                argument.type().bytes());
    }
}
