package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Dependences;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.trace.Trace;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A resolution of doubts by tracing the iterations with the contents of memory that the loop only
 * reads.
 */
final class TracedDoubts {
    /** The largest number of statements traced: some milliseconds. */
    private static final int MOST = 1 << 16;

    /** The same if the loop can run in parallel in another way. */
    private static final int FEW = 1 << 12;

    private TracedDoubts() {}

    /** Returns true if doubtful accesses, and those of the same memory, do not conflict. */
    static boolean independent(
            LoopNest nest, Inputs inputs, Dependences dependences, long low, boolean treated) {
        Set<Integer> doubtful =
                dependences.doubts().stream()
                        .map(doubt -> doubt.first().base())
                        .collect(Collectors.toSet());
        Set<Integer> written =
                nest.touches().stream()
                        .filter(Touch::write)
                        .map(Touch::base)
                        .collect(Collectors.toSet());
        Set<Statement> accesses = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Statement> fixed = Collections.newSetFromMap(new IdentityHashMap<>());
        nest.touches().forEach(touch -> fixed.add(touch.statement()));
        for (Touch touch : nest.touches()) {
            if (doubtful.contains(touch.base())) {
                if (touch.element().space() != Element.Space.ARRAY) {
                    return false;
                }
                accesses.add(touch.statement());
            }
            if (written.contains(touch.base())) {
                fixed.remove(touch.statement());
            }
        }
        Map<Local, Object> values = new HashMap<>();
        for (Input input : nest.body().inputs()) {
            values.put(input.local(), inputs.read(input.local()));
        }
        long iterations = nest.iterations();
        return Trace.independent(
                nest.body(), values, accesses, fixed, low, iterations, treated ? FEW : MOST);
    }
}
