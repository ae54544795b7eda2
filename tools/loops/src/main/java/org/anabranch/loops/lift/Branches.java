package org.anabranch.loops.lift;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Relation;
import org.anabranch.loops.ir.Expression.ThreeWay;
import org.anabranch.loops.ir.Source;

import java.lang.classfile.Opcode;
import java.util.Optional;

/**
 * The translator for branch conditions; it fuses a comparison of two numbers and its test into one
 * relation.
 */
record Branches(OperandStack values) {

    Expression condition(Opcode opcode) {
        String name = opcode.name();
        if (name.startsWith("IF_ACMP")) {
            Expression other = values.pop();
            return same(values.pop(), other, name.endsWith("EQ"));
        }
        if (name.endsWith("NULL")) {
            return same(values.pop(), null, name.equals("IFNULL"));
        }
        ComparisonOperator order = ComparisonOperator.valueOf(name.substring(name.length() - 2));
        if (name.startsWith("IF_ICMP")) {
            Expression right = values.pop();
            return new Relation(order, values.pop(), right);
        }
        Expression left = values.pop();
        if (left instanceof ThreeWay way) {
            return of(way, order);
        }
        if (isCondition(left)
                && (order == ComparisonOperator.EQ || order == ComparisonOperator.NE)) {
            return order == ComparisonOperator.NE ? left : Tidy.not(left);
        }
        return new Relation(order, left, Constant.of(0));
    }

    /**
     * Returns the condition that two references are the same, or one is null; its value is an
     * input.
     */
    private Expression same(Expression one, Expression other, boolean holds) {
        ComparisonOperator order = holds ? ComparisonOperator.NE : ComparisonOperator.EQ;
        if (other == null && isMade(one)) {
            return new Relation(order, Constant.of(0), Constant.of(0));
        }
        Source first = values.scope.sources.get(((Expression.Read) one).local());
        Source second =
                other == null ? null : values.scope.sources.get(((Expression.Read) other).local());
        if (first == null || other != null && second == null) {
            throw values.refuse("it compares references that are not the same for all iterations");
        }
        Source known = new Source.Same(first, Optional.ofNullable(second));
        return new Relation(order, values.scope.input(known, "same", "I"), Constant.of(0));
    }

    private boolean isMade(Expression reference) {
        return values.scope.made.of(reference) != null
                || values.scope.lambdas.containsKey(((Expression.Read) reference).local())
                        && !values.scope.sources.containsKey(((Expression.Read) reference).local())
                || values.scope.arrays.contains(((Expression.Read) reference).local());
    }

    private static boolean isCondition(Expression value) {
        return value instanceof Relation || value instanceof Expression.Not;
    }

    /** Returns {@code way ORDER 0}, where a NaN counts as {@code way.unordered()}. */
    static Expression of(ThreeWay way, ComparisonOperator order) {
        if (!way.left().kind().isFloating()) {
            return new Relation(order, way.left(), way.right());
        }
        boolean withNan =
                switch (order) {
                    case EQ -> false;
                    case NE -> true;
                    case LT, LE -> way.unordered() < 0;
                    case GT, GE -> way.unordered() > 0;
                };
        return withNan && order != ComparisonOperator.NE
                ? new Expression.Not(new Relation(order.negated(), way.left(), way.right()))
                : new Relation(order, way.left(), way.right());
    }
}
