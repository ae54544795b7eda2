package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The steps of variables that a loop does not step by one constant in one place. A trial of one
 * iteration knows nothing of their values and ignores overflow; the analysis verifies the steps.
 */
final class MeasuredSteps {
    /** The number of variables of a space beyond which there is no trial. */
    private static final int MOST = 8;

    private MeasuredSteps() {}

    static Map<Local, Long> of(Set<Local> stepped, Walk walk, Statement.Repeat loop, State entry) {
        State start = entry.copy();
        Set<Local> measured = new HashSet<>();
        for (Local local : stepped) {
            if (entry.numbers.containsKey(local) && start.where.variables() < MOST) {
                start.numbers.put(local, Linear.variable(start.where.variables()));
                start.where = start.where.each(Space::openLoop);
                measured.add(local);
            }
        }
        return measured.isEmpty() ? Map.of() : steps(measured, walk, loop, start);
    }

    private static Map<Local, Long> steps(
            Set<Local> measured, Walk walk, Statement.Repeat loop, State start) {
        Touches.Mark mark = walk.touches.mark();
        Jumps.Mark jumps = walk.jumps.mark();
        boolean mayNotEnd = walk.mayNotEnd;
        boolean ideal = walk.numbers.ideal;
        walk.numbers.ideal = true;
        State end = new LoopWalk(walk, loop).trial(start, measured);
        walk.numbers.ideal = ideal;
        walk.mayNotEnd = mayNotEnd;
        walk.touches.reset(mark);
        walk.jumps.reset(jumps);
        Map<Local, Long> steps = new HashMap<>();
        for (Local local : measured) {
            Linear last = end == null ? null : end.numbers.get(local);
            Linear step = last == null ? null : last.minus(start.numbers.get(local));
            if (step != null && step.isConstant() && step.constant() != 0) {
                steps.put(local, step.constant());
            }
        }
        return steps;
    }
}
