package org.anabranch.loops.nest;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;

/**
 * A termination proof for inner loops whose bounds are not linear: the counter is an int, or counts
 * up or down to a value that does not change.
 */
final class Counting {
    private Counting() {}

    static boolean ends(Expression.Relation relation, ComparisonOperator staying, LoopShape shape) {
        return ends(relation.left(), staying, relation.right(), shape)
                || ends(relation.right(), staying.mirrored(), relation.left(), shape);
    }

    private static boolean ends(
            Expression counter, ComparisonOperator staying, Expression bound, LoopShape shape) {
        return switch (staying) {
            case LT -> counts(counter, 1, shape) && (isShort(counter) || fixed(bound, shape));
            case GT -> counts(counter, -1, shape) && (isShort(counter) || fixed(bound, shape));
            case LE -> counts(counter, 1, shape) && isSmall(bound);
            case GE -> counts(counter, -1, shape) && isSmall(bound);
            default -> false;
        };
    }

    /**
     * Returns true if the counter soon reaches the end of its type, beyond which no bound can be.
     */
    private static boolean isShort(Expression counter) {
        return counter.kind() == Kind.INT;
    }

    /** Returns true for a constant that a counter passes before it wraps around. */
    private static boolean isSmall(Expression bound) {
        return bound instanceof Expression.Constant constant
                && Math.abs(constant.bits()) < Integer.MAX_VALUE;
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
