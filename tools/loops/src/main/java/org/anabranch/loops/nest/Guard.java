package org.anabranch.loops.nest;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Not;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Kind;

/**
 * A condition on the content of a cell. In a reduction by its operator it also holds for the
 * partial result of a tile whenever it holds in order, so that no fault under it is missed.
 *
 * @param fork number of the choice
 * @param holds false on the other path
 * @param operator the reduction that updates under this condition are, or null
 * @param value the value that the content is compared with; of a boolean cell, the content
 */
record Guard(int fork, boolean holds, String operator, Expression value) {
    /**
     * Analyses a condition.
     *
     * @param holds false for its negation
     * @param old the symbol for the content of the cell
     * @param kind of the cell
     */
    static Guard of(int fork, Expression condition, boolean holds, Expression old, Kind kind) {
        return switch (condition) {
            case Not not -> of(fork, not.operand(), !holds, old, kind);
            case Relation(var order, var left, var right) when right.equals(old) ->
                    of(fork, order, left, holds, kind);
            case Relation(var order, var left, var right) when left.equals(old) ->
                    of(fork, order.mirrored(), right, holds, kind);
            default -> new Guard(fork, holds, null, null);
        };
    }

    private static Guard of(
            int fork, ComparisonOperator order, Expression value, boolean holds, Kind kind) {
        ComparisonOperator here = holds ? order : order.negated();
        boolean exact = holds || value.kind().isInteger(); // a comparison with NaN never holds
        return switch (here) {
            case GT, GE -> new Guard(fork, holds, exact ? "max" + here.symbol() : null, value);
            case LT, LE -> new Guard(fork, holds, exact ? "min" + here.symbol() : null, value);
            case EQ, NE -> {
                boolean truth = kind == Kind.BOOLEAN && value instanceof Constant;
                boolean one =
                        truth && value.equals(Constant.of(0)) == (here == ComparisonOperator.NE);
                yield new Guard(
                        fork, holds, !truth ? null : one ? "&" : "|", Constant.of(one ? 1 : 0));
            }
        };
    }
}
