package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.util.List;
import java.util.Map;

/**
 * A pure method of numbers, lifted by itself. It is at no fault, whatever it is given.
 *
 * @param body without inputs; its index is not used
 * @param parameters what it is given, never assigned
 * @param result holds what it returns behind the last statement
 * @param tables arrays of constants that it reads, each an {@code int[]} or a {@code double[]}
 */
public record Routine(
        LoopBody body, List<Local> parameters, Local result, Map<Local, Object> tables) {

    /** Copies. */
    public Routine {
        parameters = List.copyOf(parameters);
        tables = Map.copyOf(tables);
    }
}
