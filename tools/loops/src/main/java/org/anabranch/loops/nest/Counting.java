package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Order;

/** Whether a loop ends although its bounds are not linear: it counts up to what does not change. */
final class Counting {
    private Counting() {}

    static boolean ends(Expression.Relation relation, Order staying, LoopShape shape) {
        boolean up = staying == Order.LT && counts(relation.left(), 1, shape);
        boolean down = staying == Order.GT && counts(relation.left(), -1, shape);
        if (up || down) {
            return fixed(relation.right(), shape);
        }
        boolean upRight = staying == Order.GT && counts(relation.right(), 1, shape);
        boolean downRight = staying == Order.LT && counts(relation.right(), -1, shape);
        return (upRight || downRight) && fixed(relation.left(), shape);
    }

    private static boolean counts(Expression value, long step, LoopShape shape) {
        return value instanceof Expression.Read read
                && shape.steps.getOrDefault(read.local(), 0L) == step;
    }

    private static boolean fixed(Expression value, LoopShape shape) {
        return isPlain(value) && value.reads().noneMatch(shape.assigned::contains)
                || value instanceof Expression.Read read && shape.fixed.contains(read.local());
    }

    private static boolean isPlain(Expression value) {
        return switch (value) {
            case Expression.Read read -> true;
            case Expression.Constant constant -> true;
            case Expression.Binary binary -> isPlain(binary.left()) && isPlain(binary.right());
            case Expression.Convert convert -> isPlain(convert.operand());
            case Expression.Negate negate -> isPlain(negate.operand());
            default -> false;
        };
    }
}
