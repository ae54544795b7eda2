package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.util.List;

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
        return Statement.exits(List.of(statement)).stream().anyMatch(this::takesOut);
    }

    private boolean takesOut(Statement exit) {
        return !(exit instanceof Statement.Jump jump) || shapes.isDivergent(jump.label());
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
        return choice.exit() instanceof Statement.Jump jump
                && shapes.isDivergent(jump.label())
                && !shapes.of(choice.condition()).isUniform();
    }
}
