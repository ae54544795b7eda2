package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;

/**
 * The iterations of a loop in which a test lets control stay.
 *
 * @param bound holds from the first iteration to some last one, and in no other; null if the test
 *     is not of that kind
 * @param rounds the number of iterations if it is linear; else null
 * @param ends true if the test is proved to end the loop at some time
 * @param exact false if the bound also holds in iterations in which the test lets control leave
 */
record Staying(Constraint bound, Linear rounds, boolean ends, boolean exact) {
    private static final Staying UNKNOWN = new Staying(null, null, false, false);

    /**
     * Analyses a test.
     *
     * @param condition holds if control leaves
     * @param round the variable that counts the iterations
     */
    static Staying of(
            Expression condition, State state, Numbers numbers, int round, LoopShape shape) {
        Expression.Relation relation = condition.relation(false);
        if (relation == null) {
            return UNKNOWN;
        }
        ComparisonOperator order = relation.order();
        Linear left = numbers.of(relation.left(), state);
        Linear right = numbers.of(relation.right(), state);
        boolean known = left != null && right != null;
        if (!known || !isFixed(left, round, state) || !isFixed(right, round, state)) {
            Staying implied = SquareBound.of(relation, state, numbers, round);
            boolean ends = implied == null && Counting.ends(relation, order, shape);
            return implied == null ? new Staying(null, null, ends, false) : implied;
        }
        try {
            return switch (order) {
                case LT -> above(right.minus(left).plus(-1), round, state);
                case LE -> above(right.minus(left), round, state);
                case GT -> above(left.minus(right).plus(-1), round, state);
                case GE -> above(left.minus(right), round, state);
                case NE -> unequal(right.minus(left), round, state);
                case EQ -> UNKNOWN;
            };
        } catch (ArithmeticException tooLarge) {
            return UNKNOWN;
        }
    }

    /**
     * Returns true if a form is linear in the iterations: none of its quotients changes with them.
     */
    static boolean isFixed(Linear form, int round, State state) {
        for (int v = round + 1; v < form.variables(); v++) {
            if (form.coefficient(v) != 0 && !isFixedQuotient(v, round, state)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFixedQuotient(int variable, int round, State state) {
        return state.quotients.entrySet().stream()
                .filter(entry -> entry.getValue().coefficient(variable) != 0)
                .map(entry -> entry.getKey().form())
                .anyMatch(form -> form.coefficient(round) == 0 && isFixed(form, round, state));
    }

    /** Returns the iterations for which a form is at least 0. */
    private static Staying above(Linear form, int round, State state) {
        long slope = form.coefficient(round);
        Linear first = form.minus(Linear.variable(round).times(slope));
        if (slope > 0) {
            // the form grows: if it holds in the first iteration, it holds in all
            Constraint stays = new Constraint(Constraint.Relation.AT_LEAST_ZERO, first, 1);
            return new Staying(stays, null, false, true);
        }
        Linear quotient = slope < 0 ? first.quotient(-slope) : null;
        boolean counts = quotient != null && state.where.within(first, slope, Long.MAX_VALUE);
        Linear rounds = counts ? quotient.plus(1) : null;
        Constraint bound = new Constraint(Constraint.Relation.AT_LEAST_ZERO, form, 1);
        return new Staying(bound, rounds, slope < 0, true);
    }

    /** Returns the iterations for which a form is not 0: a count down to 0 if it begins above. */
    private static Staying unequal(Linear form, int round, State state) {
        long slope = form.coefficient(round);
        if (slope != 1 && slope != -1) {
            return UNKNOWN;
        }
        Linear down = slope < 0 ? form : form.times(-1);
        Linear first = down.plus(Linear.variable(round));
        return state.where.within(first, 0, Long.MAX_VALUE)
                ? above(down.plus(-1), round, state)
                : UNKNOWN;
    }
}
