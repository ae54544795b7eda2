package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.trace.JavaOperators;

import java.util.HashMap;
import java.util.Map;

/**
 * The values of integer expressions as linear forms. A form stands for the value only if it is
 * proved that Java's arithmetic does not overflow; otherwise there is none.
 */
final class Numbers {
    private static final long FAR = 1L << 62;

    /** The lower limit of quotients is minus this. */
    private static final long LEAST = 1L << 31;

    private final Inputs inputs;

    /** The inputs that have been read, with their values. */
    final Map<Local, Long> known = new HashMap<>();

    /** True while overflow is ignored, for an assumption that is verified later. */
    boolean ideal;

    Numbers(Inputs inputs) {
        this.inputs = inputs;
    }

    /**
     * Returns the form of an expression, or null. May add variables to the state's spaces, for
     * quotients.
     */
    Linear of(Expression expression, State state) {
        if (!expression.kind().isInteger()) {
            return null;
        }
        try {
            return form(expression, state);
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    private Linear form(Expression expression, State state) {
        return switch (expression) {
            case Expression.Constant constant -> Linear.of(constant.bits());
            case Expression.Read read -> variable(read.local(), state);
            case Expression.Binary binary -> binary(binary, state);
            case Expression.Negate negate -> {
                Linear value = of(negate.operand(), state);
                yield value == null ? null : fitting(value.times(-1), negate.kind(), state);
            }
            case Expression.Convert convert when convert.operand().kind().isFloating() ->
                    constant(convert, state);
            case Expression.Convert convert -> {
                Linear value = of(convert.operand(), state);
                boolean widens = convert.to() == Kind.LONG;
                yield value == null || widens ? value : fitting(value, convert.to(), state);
            }
            case Expression.Apply apply when apply.function() == PureFunction.ROUND ->
                    constant(apply, state);
            case Expression.Apply apply -> apply(apply, state);
            case Expression.Relation relation -> truth(relation, state);
            default -> null;
        };
    }

    /**
     * Returns the value of an expression, of a floating-point number its bits, if those of its
     * parts are the same in all iterations; else null.
     */
    private Linear constant(Expression value, State state) {
        boolean open =
                switch (value) {
                    case Expression.Read _ -> true;
                    case Expression.Apply apply ->
                            // Java leaves open what sign a NaN has
                            !apply.function().isExact()
                                    || apply.function() == PureFunction.COPY_SIGN;
                    default -> false;
                };
        if (open) {
            return null;
        }
        Map<Expression, Long> parts = new HashMap<>();
        for (Expression part : value.parts()) {
            Linear form = part.kind().isInteger() ? of(part, state) : constant(part, state);
            if (form == null || !form.isConstant()) {
                return null;
            }
            parts.put(part, form.constant());
        }
        return Linear.of(JavaOperators.of(value, parts::get));
    }

    /** Returns 1 or 0 if the difference of the compared numbers decides the relation. */
    private Linear truth(Expression.Relation relation, State state) {
        Linear left = of(relation.left(), state);
        Linear right = of(relation.right(), state);
        Linear difference = left == null || right == null ? null : left.minus(right);
        if (difference == null || !difference.isConstant()) {
            return null;
        }
        return Linear.of(relation.order().holds(difference.constant(), 0) ? 1 : 0);
    }

    private Linear variable(Local local, State state) {
        if (inputs.has(local)) {
            return Linear.of(known.computeIfAbsent(local, inputs::number));
        }
        return state.numbers.get(local);
    }

    private Linear apply(Expression.Apply apply, State state) {
        Linear first = of(apply.arguments().getFirst(), state);
        if (first == null || !apply.operands().isInteger()) {
            return null;
        }
        if (apply.function() == PureFunction.ABS) {
            return state.where.within(first, 0, Long.MAX_VALUE) ? first : null;
        }
        if (apply.function() != PureFunction.MIN && apply.function() != PureFunction.MAX) {
            return null;
        }
        Linear second = of(apply.arguments().get(1), state);
        if (second == null) {
            return null;
        }
        boolean least = apply.function() == PureFunction.MIN;
        if (state.where.within(second.minus(first), 0, Long.MAX_VALUE)) {
            return least ? first : second;
        }
        boolean other = state.where.within(first.minus(second), 0, Long.MAX_VALUE);
        return other ? least ? second : first : null;
    }

    private Linear binary(Expression.Binary binary, State state) {
        Linear left = of(binary.left(), state);
        Linear right = of(binary.right(), state);
        if (left == null || right == null) {
            return null;
        }
        Kind kind = binary.kind();
        return switch (binary.operator()) {
            case ADD -> fitting(left.plus(right), kind, state);
            case SUB -> fitting(left.minus(right), kind, state);
            case MUL ->
                    right.isConstant()
                            ? fitting(left.times(right.constant()), kind, state)
                            : left.isConstant()
                                    ? fitting(right.times(left.constant()), kind, state)
                                    : null;
            default ->
                    right.isConstant() ? byConstant(binary, left, right.constant(), state) : null;
        };
    }

    private Linear byConstant(Expression.Binary binary, Linear left, long right, State state) {
        Kind kind = binary.kind();
        Operator operator = binary.operator();
        if (operator.isShift()) {
            long count = right & (kind == Kind.LONG ? 63 : 31);
            if (count > 30) {
                return null;
            }
            return operator == Operator.SHL
                    ? fitting(left.times(1L << count), kind, state)
                    : operator == Operator.SHR || state.where.within(left, 0, FAR)
                            ? quotient(left, 1L << count, state)
                            : null;
        }
        return switch (operator) {
            case DIV, REM -> towardsZero(operator, left, right, state);
            case AND ->
                    right >= 0 && right < FAR && (right & right + 1) == 0
                            ? remainder(left, right + 1, state)
                            : null;
            default -> left.isConstant() ? constant(operator, left.constant(), right) : null;
        };
    }

    /**
     * Returns the division rounded towards 0, as in Java: for a number that is not positive, that
     * of its negation.
     */
    private Linear towardsZero(Operator operator, Linear left, long right, State state) {
        boolean above = state.where.within(left, 0, FAR);
        if (right <= 0 || !above && !state.where.within(left, -FAR, 1)) {
            return null;
        }
        Linear size = above ? left : left.times(-1);
        Linear found =
                operator == Operator.DIV
                        ? quotient(size, right, state)
                        : remainder(size, right, state);
        return found == null || above ? found : found.times(-1);
    }

    private static Linear constant(Operator operator, long left, long right) {
        return switch (operator) {
            case OR -> Linear.of(left | right);
            case XOR -> Linear.of(left ^ right);
            default -> null;
        };
    }

    private Linear remainder(Linear left, long divisor, State state) {
        Linear quotient = quotient(left, divisor, state);
        return quotient == null ? null : left.minus(quotient.times(divisor));
    }

    /** Returns the quotient, rounded down: a variable of its own, with its two bounds. */
    private Linear quotient(Linear left, long divisor, State state) {
        if (!state.where.within(left, -LEAST, FAR)) {
            return null;
        }
        if (left.isConstant()) {
            return Linear.of(Math.floorDiv(left.constant(), divisor));
        }
        if (divisor == 1) {
            return left;
        }
        if (state.where.within(left, 0, divisor)) {
            return Linear.of(0);
        }
        State.Division division = new State.Division(left, divisor);
        Linear known = state.quotients.get(division);
        if (known != null || state.where.variables() > 6) {
            return known;
        }
        long least = state.where.within(left, 0, FAR) ? 0 : -LEAST;
        Linear quotient = Linear.variable(state.where.variables()).plus(least);
        Linear rest = left.minus(quotient.times(divisor));
        state.where =
                state.where
                        .each(Space::openLoop)
                        .where(Constraint.atMost(Linear.of(0), rest))
                        .where(Constraint.less(rest, Linear.of(divisor)));
        state.quotients.put(division, quotient);
        return quotient;
    }

    /** Returns the form if all its values fit the kind. */
    private Linear fitting(Linear form, Kind kind, State state) {
        if (ideal) {
            return form;
        }
        long low =
                switch (kind) {
                    case BYTE -> Byte.MIN_VALUE;
                    case SHORT -> Short.MIN_VALUE;
                    case INT -> Integer.MIN_VALUE;
                    case LONG -> -FAR;
                    default -> 0;
                };
        long high =
                switch (kind) {
                    case BYTE -> Byte.MAX_VALUE;
                    case SHORT -> Short.MAX_VALUE;
                    case CHAR -> Character.MAX_VALUE;
                    case BOOLEAN -> 1;
                    case INT -> Integer.MAX_VALUE;
                    default -> FAR;
                };
        return state.where.within(form, low, high + 1) ? form : null;
    }
}
