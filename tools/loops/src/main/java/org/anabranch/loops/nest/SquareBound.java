package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Bounds;
import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Operator;

/**
 * The bound of a counter that a test of its square implies, as in trial division: {@code d * d <=
 * n}. As long as each test holds, the counter is at most the root of the greatest n. So the next
 * test squares a number that is greater by a step, which is proved to fit.
 */
final class SquareBound {
    private SquareBound() {}

    /**
     * Returns the iterations in which a test lets control stay.
     *
     * @param relation holds if control stays
     * @param round the variable that counts the iterations
     * @return a bound that is not exact; null if there is no such square
     */
    static Staying of(Expression.Relation relation, State state, Numbers numbers, int round) {
        ComparisonOperator order = relation.order();
        return switch (order) {
            case LT, LE -> of(relation.left(), relation.right(), state, numbers, round);
            case GT, GE -> of(relation.right(), relation.left(), state, numbers, round);
            default -> null;
        };
    }

    private static Staying of(
            Expression square, Expression limit, State state, Numbers numbers, int round) {
        if (!(square instanceof Expression.Binary product)
                || product.operator() != Operator.MUL
                || !product.left().equals(product.right())) {
            return null;
        }
        Linear counter = numbers.of(product.left(), state);
        if (counter == null || !Staying.isFixed(counter, round, state)) {
            return null;
        }
        long step = counter.coefficient(round);
        long most = product.kind() == Kind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
        long root = root(most(limit, state, numbers));
        try {
            Linear first = counter.minus(Linear.variable(round).times(step));
            boolean fits =
                    step > 0
                            && Math.addExact(root, step) <= root(most)
                            && state.where.within(first, 0, root(most) + 1);
            Constraint bound = Constraint.atMost(counter, Linear.of(root));
            return fits ? new Staying(bound, null, true, false) : null;
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    private static long most(Expression limit, State state, Numbers numbers) {
        Linear form = numbers.of(limit, state);
        if (form != null) {
            return state.where.spaces().stream()
                    .mapToLong(space -> Bounds.most(form, space))
                    .max()
                    .orElse(0);
        }
        Expression value = limit;
        while (value instanceof Expression.Convert convert && convert.kind() == Kind.LONG) {
            value = convert.operand();
        }
        return value.kind() == Kind.INT ? Integer.MAX_VALUE : Long.MAX_VALUE;
    }

    /** Returns the root of a number, rounded down; 0 if the number is below 0. */
    private static long root(long number) {
        long root = number <= 0 ? 0 : (long) Math.sqrt(number) + 1;
        while (root > 0 && root > number / root) {
            root--;
        }
        return root;
    }
}
