package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Operator;

/** The points at which conditions hold. */
record Conditions(Numbers numbers) {

    /**
     * Returns the points at which a condition holds, or does not.
     *
     * @return the points, marked uncertain if the condition holds at some of them only; null if it
     *     certainly holds at none
     */
    Where where(Expression condition, boolean holds, State state) {
        return switch (condition) {
            case Expression.Not not -> where(not.operand(), !holds, state);
            case Expression.Relation relation -> relation(relation, holds, state);
            case Expression.Binary binary when isLogical(binary) -> logical(binary, holds, state);
            default -> {
                Linear value = numbers.of(condition, state);
                yield value == null
                        ? state.where.uncertain()
                        : compare(
                                holds ? ComparisonOperator.NE : ComparisonOperator.EQ,
                                value,
                                Linear.of(0),
                                state);
            }
        };
    }

    static boolean isLogical(Expression.Binary binary) {
        return (binary.operator() == Operator.AND || binary.operator() == Operator.OR)
                && isCondition(binary.left())
                && isCondition(binary.right());
    }

    private static boolean isCondition(Expression value) {
        return value instanceof Expression.Relation
                || value instanceof Expression.Not
                || value instanceof Expression.Binary binary && isLogical(binary);
    }

    private Where logical(Expression.Binary binary, boolean holds, State state) {
        boolean both = (binary.operator() == Operator.AND) == holds;
        Where left = where(binary.left(), holds, state);
        if (both) {
            return left == null ? null : where(binary.right(), holds, state.at(left));
        }
        Where right = where(binary.right(), holds, state);
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        Where union = left.union(right, 3 + right.spaces().size());
        return union == null ? state.where.uncertain() : union;
    }

    private Where relation(Expression.Relation relation, boolean holds, State state) {
        if (!relation.left().kind().isInteger()) {
            return state.where.uncertain();
        }
        Linear left = numbers.of(relation.left(), state);
        Linear right = numbers.of(relation.right(), state);
        if (left == null || right == null) {
            return state.where.uncertain();
        }
        ComparisonOperator order = holds ? relation.order() : relation.order().negated();
        return compare(order, left, right, state);
    }

    private static Where compare(ComparisonOperator order, Linear left, Linear right, State state) {
        Where where = state.where;
        Where met;
        try {
            met =
                    switch (order) {
                        case LT -> where.where(Constraint.less(left, right));
                        case LE -> where.where(Constraint.atMost(left, right));
                        case GT -> where.where(Constraint.less(right, left));
                        case GE -> where.where(Constraint.atMost(right, left));
                        case EQ -> where.where(Constraint.equal(left, right));
                        case NE ->
                                where.either(
                                        Constraint.less(left, right), Constraint.less(right, left));
                    };
        } catch (ArithmeticException tooLarge) {
            return where.uncertain();
        }
        return met.isEmpty() ? null : met;
    }
}
