package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Variables;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The effects of an inner loop on variables: those it sets, and its induction variables with their
 * steps.
 */
final class LoopShape {
    /** All variables that the loop sets. */
    final Set<Local> assigned = new HashSet<>();

    /** Induction variables, which change by a constant once in each iteration, on every path. */
    final Map<Local, Long> steps = new HashMap<>();

    /** Loop-invariant temporaries, provided that no array they read from is written. */
    final Set<Local> fixed = new HashSet<>();

    /** True if a statement continues with the next iteration before the end of the body. */
    final boolean skips;

    LoopShape(Statement.Repeat loop) {
        Map<Local, Integer> counts = Variables.assigned(loop.body());
        assigned.addAll(counts.keySet());
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Assign assign
                    && counts.get(assign.target()) == 1
                    && assign.value() instanceof Expression.Length) {
                fixed.add(assign.target());
            }
        }
        skips =
                Statement.exits(loop.body()).stream()
                        .anyMatch(
                                exit ->
                                        exit instanceof Statement.Continue jump
                                                && jump.label() == loop.label());
        for (Statement statement : loop.body()) {
            if (!skips
                    && statement instanceof Statement.Assign assign
                    && counts.get(assign.target()) == 1) {
                steps.put(assign.target(), assign.step());
            }
        }
        steps.values().removeIf(step -> step == 0);
    }
}
