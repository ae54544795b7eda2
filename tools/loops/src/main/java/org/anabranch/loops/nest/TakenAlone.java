package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Assign;
import org.anabranch.loops.ir.Statement.Store;
import org.anabranch.loops.ir.Variables;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A check that the variables set when an extreme is taken have no other use: which values are taken
 * depends on where the iterations begin.
 */
final class TakenAlone {
    private TakenAlone() {}

    /**
     * Returns true if the variables that statements set, except one, are read by these alone, and
     * only after they are set.
     */
    static boolean keepsWithin(List<Statement> statements, Local but, LoopNest nest) {
        Map<Local, Integer> uses = Variables.read(statements);
        Set<Local> unset = new HashSet<>();
        for (Statement statement : statements) {
            if (statement instanceof Assign assign) {
                unset.add(assign.target());
            }
        }
        for (Statement statement : statements) {
            if (!Collections.disjoint(Variables.read(List.of(statement)).keySet(), unset)) {
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

    /**
     * Returns true if both branches of a choice only set a variable, for the statement that
     * follows.
     */
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

    /** Returns true if statements end by setting a variable, on each path. */
    private static boolean ends(List<Statement> way, Local variable) {
        return !way.isEmpty()
                && switch (way.getLast()) {
                    case Assign assign -> assign.target().equals(variable);
                    case Statement.If choice ->
                            ends(choice.then(), variable) && ends(choice.otherwise(), variable);
                    default -> false;
                };
    }

    /** Returns the number of reads of a variable directly after it is set. */
    private static int behindSetting(List<Statement> list, Local variable) {
        int reads = 0;
        for (int i = 0; i < list.size(); i++) {
            Statement statement = list.get(i);
            boolean behind = i > 0 && ends(list.subList(0, i), variable);
            boolean takes = statement instanceof Assign || statement instanceof Store;
            reads += takes && behind ? count(statement, variable) : 0;
            for (List<Statement> inside : statement.lists()) {
                reads += behindSetting(inside, variable);
            }
        }
        return reads;
    }

    private static int count(Statement statement, Local variable) {
        return Variables.read(List.of(statement)).getOrDefault(variable, 0);
    }
}
