package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Statement.Assign;

/** The variables that are known not to be 0, so that a division by them does not fault. */
final class Nonzero {
    private Nonzero() {}

    /**
     * Returns true if a value is not 0: by itself, or by its linear form, which is null if there is
     * none.
     */
    static boolean is(Expression value, Linear form, State state) {
        return value instanceof Read read && state.nonzero.contains(read.local())
                || form != null
                        && (state.where.within(form, 1, Long.MAX_VALUE)
                                || state.where.within(form, Long.MIN_VALUE / 2, 0));
    }

    /** Records an assignment: a copy of a nonzero value is nonzero, any other value may be 0. */
    static void assign(Assign assign, State state) {
        boolean is = assign.value() instanceof Read read && state.nonzero.contains(read.local());
        state.nonzero.remove(assign.target());
        if (is) {
            state.nonzero.add(assign.target());
        }
    }

    /** Adds the knowledge from a condition to a state, unless that is null. */
    static void learn(Expression condition, boolean holds, State state) {
        if (state == null) {
            return;
        }
        switch (condition) {
            case Expression.Not not -> learn(not.operand(), !holds, state);
            case Expression.Relation relation -> {
                learn(relation.left(), relation.order(), relation.right(), holds, state);
                learn(relation.right(), relation.order().mirrored(), relation.left(), holds, state);
            }
            case Expression.Binary binary
                    when binary.operator() == (holds ? Operator.AND : Operator.OR)
                            && Conditions.isLogical(binary) -> {
                learn(binary.left(), holds, state);
                learn(binary.right(), holds, state);
            }
            case Read read when holds -> state.nonzero.add(read.local());
            default -> {}
        }
    }

    private static void learn(
            Expression side,
            ComparisonOperator order,
            Expression other,
            boolean holds,
            State state) {
        if (side instanceof Read read
                && other instanceof Constant constant
                && constant.kind().isInteger()
                && order.holds(0, constant.bits()) != holds) {
            state.nonzero.add(read.local());
        }
    }
}
