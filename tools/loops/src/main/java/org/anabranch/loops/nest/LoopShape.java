package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
        Map<Local, Integer> counts = new HashMap<>();
        count(loop.body(), counts);
        assigned.addAll(counts.keySet());
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Assign assign
                    && counts.get(assign.target()) == 1
                    && assign.value() instanceof org.anabranch.loops.ir.Expression.Length) {
                fixed.add(assign.target());
            }
        }
        skips = continues(loop.body(), loop.label());
        for (Statement statement : loop.body()) {
            if (!skips
                    && statement instanceof Statement.Assign assign
                    && counts.get(assign.target()) == 1) {
                step(assign);
            }
        }
    }

    private void step(Statement.Assign assign) {
        if (assign.value() instanceof Binary binary
                && binary.left() instanceof Read read
                && read.local().equals(assign.target())
                && binary.right() instanceof Constant constant
                && (binary.operator() == Operator.ADD || binary.operator() == Operator.SUB)
                && binary.kind().isInteger()
                && constant.bits() != Long.MIN_VALUE) {
            boolean adds = binary.operator() == Operator.ADD;
            steps.put(assign.target(), adds ? constant.bits() : -constant.bits());
        }
    }

    private static void count(List<Statement> body, Map<Local, Integer> counts) {
        for (Statement statement : body) {
            switch (statement) {
                case Statement.Assign assign -> counts.merge(assign.target(), 1, Integer::sum);
                case Statement.If choice -> {
                    count(choice.then(), counts);
                    count(choice.otherwise(), counts);
                }
                case Statement.Repeat inner -> count(inner.body(), counts);
                case Statement.Labelled block -> count(block.body(), counts);
                default -> {}
            }
        }
    }

    private static boolean continues(List<Statement> body, int label) {
        return body.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Continue jump -> jump.label() == label;
                                    case Statement.If choice ->
                                            continues(choice.then(), label)
                                                    || continues(choice.otherwise(), label);
                                    case Statement.Repeat inner -> continues(inner.body(), label);
                                    case Statement.Labelled block -> continues(block.body(), label);
                                    default -> false;
                                });
    }

    /** Returns true if a choice only leaves a loop: to the code after it or farther out. */
    static boolean leavesOnly(Statement.If choice) {
        return choice.otherwise().isEmpty()
                && choice.then().size() == 1
                && (choice.then().getFirst() instanceof Statement.End
                        || choice.then().getFirst() instanceof Statement.Break);
    }

    /** Returns true if a choice consists of a jump to the code after a loop. */
    static boolean breaks(Statement.If choice, int label) {
        return choice.then().getFirst() instanceof Statement.Break jump && jump.label() == label;
    }
}
