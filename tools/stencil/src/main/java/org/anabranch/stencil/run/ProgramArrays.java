package org.anabranch.stencil.run;

import org.anabranch.api.ProgramException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/** The copies from and to the program's arrays. */
record ProgramArrays(Stencil stencil) {

    void requireAll(Map<String, MemorySegment> arrays) {
        for (StencilArgument argument : stencil.arrays()) {
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

    String partner(String name) {
        return name.equals(stencil.swapIn())
                ? stencil.swapOut()
                : name.equals(stencil.swapOut()) ? stencil.swapIn() : name;
    }

    /** Copies the computed cells; ghosts and borders at the edge stay the program's. */
    void putBack(String name, MemorySegment from, MemorySegment to) {
        StencilArgument argument = stencil.argument(name).orElseThrow();
        CellBox useful = stencil.useful();
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
