package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether what is set where a value is taken goes nowhere else: what is taken is not the same if
 * some of the iterations begin anew.
 */
final class TakenAlone {
    private TakenAlone() {}

    /**
     * Whether the variables that statements set, but one, are read by them alone, and set before.
     */
    static boolean keepsWithin(List<Statement> statements, Local but, LoopNest nest) {
        Map<Local, Integer> uses = Uses.of(statements);
        Set<Local> unset = new HashSet<>();
        for (Statement statement : statements) {
            if (statement instanceof Assign assign) {
                unset.add(assign.target());
            }
        }
        for (Statement statement : statements) {
            if (!Collections.disjoint(Uses.of(List.of(statement)).keySet(), unset)) {
                return false;
            }
            if (statement instanceof Assign assign) {
                Local target = assign.target();
                unset.remove(target);
                if (!target.equals(but) && nest.reads(target) != uses.getOrDefault(target, 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether both ways of a choice do nothing but set a variable, for what follows at once. */
    static boolean choosesOnly(Statement.If choice, Local chosen, LoopNest nest) {
        return choosesOnly(choice.then(), chosen, nest)
                && choosesOnly(choice.otherwise(), chosen, nest)
                && behindSetting(nest.statements(), chosen) == nest.reads(chosen);
    }

    private static boolean choosesOnly(List<Statement> way, Local chosen, LoopNest nest) {
        return way.stream().allMatch(Assign.class::isInstance)
                && ends(way, chosen)
                && keepsWithin(way, chosen, nest);
    }

    /** Whether statements end by setting a variable, on each way. */
    private static boolean ends(List<Statement> way, Local variable) {
        return !way.isEmpty()
                && switch (way.getLast()) {
                    case Assign assign -> assign.target().equals(variable);
                    case Statement.If choice ->
                            ends(choice.then(), variable) && ends(choice.otherwise(), variable);
                    default -> false;
                };
    }

    /** How often a variable is read right behind what sets it. */
    private static int behindSetting(List<Statement> list, Local variable) {
        int reads = 0;
        for (int i = 0; i < list.size(); i++) {
            Statement statement = list.get(i);
            boolean behind = i > 0 && ends(list.subList(0, i), variable);
            reads +=
                    switch (statement) {
                        case Assign assign when behind -> count(assign, variable);
                        case Store store when behind -> count(store, variable);
                        case Statement.If choice ->
                                behindSetting(choice.then(), variable)
                                        + behindSetting(choice.otherwise(), variable);
                        case Statement.Repeat loop -> behindSetting(loop.body(), variable);
                        case Statement.Labelled block -> behindSetting(block.body(), variable);
                        default -> 0;
                    };
        }
        return reads;
    }

    private static int count(Statement statement, Local variable) {
        return Uses.of(List.of(statement)).getOrDefault(variable, 0);
    }
}
