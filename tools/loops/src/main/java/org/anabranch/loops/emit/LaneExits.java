package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The statements that deactivate lanes, after which perhaps none is active.
 *
 * @param shapes of the code
 */
record LaneExits(Shapes shapes) {
    /**
     * Returns true if it may deactivate lanes, by a jump out of it or the end of their iterations.
     */
    boolean mayLeaveNone(Statement statement) {
        return takeOut(List.of(statement), Set.of());
    }

    /**
     * Returns true if statements may deactivate lanes of labelled statements other than those
     * given.
     */
    boolean takeOut(List<Statement> statements, Set<Integer> inside) {
        for (Statement statement : statements) {
            boolean found =
                    switch (statement) {
                        case Statement.Break jump -> isTakenOut(jump.label(), inside);
                        case Statement.Continue jump -> isTakenOut(jump.label(), inside);
                        case Statement.End end -> true;
                        case Statement.If choice ->
                                takeOut(choice.then(), inside)
                                        || takeOut(choice.otherwise(), inside);
                        case Statement.Repeat repeat ->
                                takeOut(repeat.body(), with(inside, repeat.label()));
                        case Statement.Labelled block ->
                                takeOut(block.body(), with(inside, block.label()));
                        default -> false;
                    };
            if (found) {
                return true;
            }
        }
        return false;
    }

    private boolean isTakenOut(int label, Set<Integer> inside) {
        return shapes.isDivergent(label) && !inside.contains(label);
    }

    private static Set<Integer> with(Set<Integer> labels, int label) {
        Set<Integer> more = new HashSet<>(labels);
        more.add(label);
        return more;
    }

    /**
     * Returns true if a statement has no effect when no lane is active; a test would only cost
     * time.
     */
    boolean isHarmless(Statement statement) {
        return switch (statement) {
            case Statement.Assign assign -> !StatementWriter.mayFault(assign) && !isLength(assign);
            case Statement.If choice -> onlyLeave(choice);
            default -> false;
        };
    }

    private static boolean isLength(Statement.Assign assign) {
        return assign.value() instanceof Expression.Length;
    }

    /** Returns true if a divergent choice deactivates lanes and does nothing else. */
    boolean onlyLeave(Statement.If choice) {
        return choice.otherwise().isEmpty()
                && choice.then().size() == 1
                && !shapes.of(choice.condition()).isUniform()
                && switch (choice.then().getFirst()) {
                    case Statement.Break jump -> shapes.isDivergent(jump.label());
                    case Statement.Continue jump -> shapes.isDivergent(jump.label());
                    default -> false;
                };
    }
}
