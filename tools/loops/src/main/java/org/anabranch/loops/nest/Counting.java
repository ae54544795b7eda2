package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
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
        return shape.assigned.stream().noneMatch(local -> mentions(value, local))
                || value instanceof Expression.Read read && shape.fixed.contains(read.local());
    }

    private static boolean mentions(Expression value, Local local) {
        return switch (value) {
            case Expression.Read read -> read.local().equals(local);
            case Expression.Binary binary ->
                    mentions(binary.left(), local) || mentions(binary.right(), local);
            case Expression.Convert convert -> mentions(convert.operand(), local);
            case Expression.Negate negate -> mentions(negate.operand(), local);
            case Expression.Constant constant -> false;
            default -> true;
        };
    }
}
