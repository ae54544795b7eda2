package org.anabranch.loops.trace;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Operator;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * An evaluator of expressions by Java's own operators. Integers are longs, floating-point numbers
 * their raw bits. Stateless.
 */
public final class JavaOperators {
    /** The result of a comparison with a NaN. */
    private static final int UNORDERED = 2;

    private JavaOperators() {}

    /**
     * Evaluates an operator or a function.
     *
     * @param expression no load, length or new array, no variable
     * @param operand the value of an operand
     * @return the value
     * @throws ArithmeticException if an integer is divided by 0
     * @throws IllegalArgumentException if it is none of these, or a function that is not exact
     */
    public static long of(Expression expression, ToLongFunction<Expression> operand) {
        return switch (expression) {
            case Expression.Constant constant -> constant.bits();
            case Expression.Binary binary ->
                    binary(
                            binary,
                            operand.applyAsLong(binary.left()),
                            operand.applyAsLong(binary.right()));
            case Expression.Negate negate ->
                    negate(negate.kind(), operand.applyAsLong(negate.operand()));
            case Expression.Convert convert ->
                    convert(
                            convert.operand().kind(),
                            convert.to(),
                            operand.applyAsLong(convert.operand()));
            case Expression.Relation relation -> {
                long left = operand.applyAsLong(relation.left());
                yield holds(relation, left, operand.applyAsLong(relation.right())) ? 1 : 0;
            }
            case Expression.Not not -> operand.applyAsLong(not.operand()) == 0 ? 1 : 0;
            case Expression.ThreeWay way -> {
                long left = operand.applyAsLong(way.left());
                long right = operand.applyAsLong(way.right());
                yield compare(way.left().kind(), left, right, way.unordered());
            }
            case Expression.Apply apply -> apply(apply, operand);
            default -> throw new IllegalArgumentException(expression.toString());
        };
    }

    /**
     * Returns an element of a numeric array.
     *
     * @param array the array
     * @param at its subscript, within bounds
     * @return the value
     */
    public static long element(Object array, int at) {
        return switch (array) {
            case boolean[] truths -> truths[at] ? 1 : 0;
            case byte[] numbers -> numbers[at];
            case char[] letters -> letters[at];
            case short[] numbers -> numbers[at];
            case int[] numbers -> numbers[at];
            case long[] numbers -> numbers[at];
            case float[] numbers -> of(numbers[at]);
            default -> of(((double[]) array)[at]);
        };
    }

    /**
     * Returns a boxed number.
     *
     * @param value a number, letter or truth value
     * @return the value
     */
    public static long bits(Object value) {
        return switch (value) {
            case Boolean truth -> truth ? 1 : 0;
            case Character letter -> letter;
            case Float number -> of(number);
            case Double number -> of(number);
            case Number number -> number.longValue();
            default -> throw new IllegalStateException(value + " is no number");
        };
    }

    private static float f(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double d(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static double floating(Kind kind, long bits) {
        return kind == Kind.FLOAT ? f(bits) : d(bits);
    }

    static long of(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private static long negate(Kind kind, long bits) {
        return switch (kind) {
            case INT -> -(int) bits;
            case LONG -> -bits;
            case FLOAT -> of(-f(bits));
            default -> of(-d(bits));
        };
    }

    private static long binary(Expression.Binary binary, long left, long right) {
        return switch (binary.kind()) {
            case INT -> ints(binary.operator(), (int) left, (int) right);
            case LONG -> longs(binary.operator(), left, right);
            case FLOAT -> of((float) doubles(binary.operator(), f(left), f(right)));
            default -> of(doubles(binary.operator(), d(left), d(right)));
        };
    }

    private static int ints(Operator operator, int a, int b) {
        return switch (operator) {
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
            default -> (int) longs(operator, a, b); // the lower bits are the same
        };
    }

    private static long longs(Operator operator, long a, long b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case SHL -> a << b;
            case SHR -> a >> b;
            case USHR -> a >>> b;
        };
    }

    /** Computes also floats: a result of two, rounded once more, is that of floats. */
    private static double doubles(Operator operator, double a, double b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

    private static long convert(Kind from, Kind to, long bits) {
        return switch (to) {
            case BOOLEAN -> bits & 1;
            case BYTE -> (byte) bits;
            case CHAR -> (char) bits;
            case SHORT -> (short) bits;
            case INT -> from.isFloating() ? (int) floating(from, bits) : (int) bits;
            case LONG -> from.isFloating() ? (long) floating(from, bits) : bits;
            case FLOAT ->
                    from == Kind.DOUBLE
                            ? of((float) d(bits))
                            : from == to ? bits : of((float) bits);
            default ->
                    from == Kind.FLOAT
                            ? of((double) f(bits))
                            : from == to ? bits : of((double) bits);
        };
    }

    private static boolean holds(Expression.Relation relation, long a, long b) {
        int found = compare(relation.left().kind(), a, b, UNORDERED);
        return found == UNORDERED
                ? relation.order() == ComparisonOperator.NE
                : relation.order().holds(found, 0);
    }

    private static int compare(Kind kind, long a, long b, int unordered) {
        if (kind.isInteger()) {
            return Long.compare(a, b);
        }
        double x = floating(kind, a);
        double y = floating(kind, b);
        return x < y ? -1 : x > y ? 1 : x == y ? 0 : unordered;
    }

    private static long apply(Expression.Apply apply, ToLongFunction<Expression> operand) {
        List<Expression> all = apply.arguments();
        long a = operand.applyAsLong(all.getFirst());
        long m = operand.applyAsLong(all.get(all.size() / 2));
        long b = operand.applyAsLong(all.getLast());
        return switch (apply.operands()) {
            case INT -> JavaFunctions.ints(apply.function(), (int) a, (int) b);
            case LONG -> JavaFunctions.longs(apply.function(), a, b);
            case FLOAT -> JavaFunctions.floats(apply.function(), f(a), f(m), f(b));
            default -> JavaFunctions.doubles(apply.function(), d(a), d(m), d(b));
        };
    }
}
