package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pure numeric method, lifted separately. It never faults, whatever its arguments.
 *
 * @param body without inputs; its index is not used
 * @param parameters never assigned
 * @param result the variable of the return value after the last statement
 * @param tables arrays of constants that it reads, each an {@code int[]} or a {@code double[]}, in
 *     the order in which the text of a kernel declares them
 */
public record Routine(
        LoopBody body, List<Local> parameters, Local result, Map<Local, Object> tables) {

    /** Copies the collections. */
    public Routine {
        parameters = List.copyOf(parameters);
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }
}
