package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.Order;
import org.anabranch.loops.ir.Statement;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;

/** Runs iterations of a body with Java's own operators; values are raw bits or arrays. */
final class JavaBody {
    private final LoopBody body;
    private final Object[] values;

    /** Numbers of the variables that are no inputs. */
    private final int[] own;

    /** What ends a list of statements early: a label and whether it is run again, or null. */
    private record Jump(int label, boolean again) {}

    private static final Jump END = new Jump(Integer.MIN_VALUE, false);

    JavaBody(LoopBody body, Map<Local, Object> inputs) {
        this.body = body;
        int last = body.locals().stream().mapToInt(Local::number).max().orElse(0);
        this.values = new Object[last + 1];
        inputs.forEach((local, value) -> values[local.number()] = value);
        this.own =
                body.locals().stream()
                        .filter(local -> !inputs.containsKey(local))
                        .mapToInt(Local::number)
                        .toArray();
    }

    void run(long index) {
        for (int number : own) {
            values[number] = 0L;
        }
        values[body.index().number()] = index;
        run(body.statements());
    }

    private Jump run(List<Statement> statements) {
        for (Statement statement : statements) {
            Jump jump = run(statement);
            if (jump != null) {
                return jump;
            }
        }
        return null;
    }

    private Jump run(Statement statement) {
        return switch (statement) {
            case Statement.Assign assign -> {
                values[assign.target().number()] = value(assign.value());
                yield null;
            }
            case Statement.Store store -> {
                store(store);
                yield null;
            }
            case Statement.If choice ->
                    run(bits(choice.condition()) != 0 ? choice.then() : choice.otherwise());
            case Statement.Repeat repeat -> {
                Jump jump = null;
                while (jump == null || jump.again && jump.label == repeat.label()) {
                    jump = run(repeat.body());
                }
                yield jump.label == repeat.label() ? null : jump;
            }
            case Statement.Labelled block -> {
                Jump jump = run(block.body());
                yield jump == null || jump.label == block.label() ? null : jump;
            }
            case Statement.Break jump -> new Jump(jump.label(), false);
            case Statement.Continue jump -> new Jump(jump.label(), true);
            case Statement.End end -> END;
            case Statement.Fault fault -> throw new IllegalStateException("fault");
        };
    }

    private void store(Statement.Store store) {
        Object array = value(store.base());
        int at = (int) bits(store.index());
        long bits = bits(store.value());
        switch (store.element().kind()) {
            case BOOLEAN -> ((boolean[]) array)[at] = (bits & 1) != 0;
            case BYTE -> ((byte[]) array)[at] = (byte) bits;
            case CHAR -> ((char[]) array)[at] = (char) bits;
            case SHORT -> ((short[]) array)[at] = (short) bits;
            case INT -> ((int[]) array)[at] = (int) bits;
            case LONG -> ((long[]) array)[at] = bits;
            case FLOAT -> ((float[]) array)[at] = f(bits);
            default -> ((double[]) array)[at] = d(bits);
        }
    }

    private static float f(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    private static double d(long bits) {
        return Double.longBitsToDouble(bits);
    }

    private static long of(float value) {
        return Float.floatToRawIntBits(value);
    }

    private static long of(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private long bits(Expression expression) {
        return (Long) value(expression);
    }

    private Object value(Expression expression) {
        return switch (expression) {
            case Expression.Constant constant -> constant.bits();
            case Expression.Read read -> values[read.local().number()];
            case Expression.Binary binary -> binary(binary);
            case Expression.Negate negate -> negate(negate.kind(), bits(negate.operand()));
            case Expression.Convert convert ->
                    convert(convert.operand().kind(), convert.to(), bits(convert.operand()));
            case Expression.Relation relation -> relation(relation) ? 1L : 0L;
            case Expression.Not not -> bits(not.operand()) == 0 ? 1L : 0L;
            case Expression.ThreeWay way -> threeWay(way);
            case Expression.Apply apply -> apply(apply);
            case Expression.Length length -> (long) Array.getLength(value(length.base()));
            case Expression.NewArray made ->
                    Array.newInstance(made.element().primitive(), (int) bits(made.length()));
            case Expression.Load load -> load(load.element(), value(load.base()), load.index());
        };
    }

    private Object load(Element element, Object array, Expression index) {
        int at = (int) bits(index);
        return switch (element.kind()) {
            case BOOLEAN -> ((boolean[]) array)[at] ? 1L : 0L;
            case BYTE -> (long) ((byte[]) array)[at];
            case CHAR -> (long) ((char[]) array)[at];
            case SHORT -> (long) ((short[]) array)[at];
            case INT -> (long) ((int[]) array)[at];
            case LONG -> ((long[]) array)[at];
            case FLOAT -> of(((float[]) array)[at]);
            case DOUBLE -> of(((double[]) array)[at]);
            case REFERENCE -> ((Object[]) array)[at];
        };
    }

    private static long negate(Kind kind, long bits) {
        return switch (kind) {
            case INT -> -(int) bits;
            case LONG -> -bits;
            case FLOAT -> of(-f(bits));
            default -> of(-d(bits));
        };
    }

    private long binary(Expression.Binary binary) {
        long left = bits(binary.left());
        long right = bits(binary.right());
        return switch (binary.kind()) {
            case INT -> ints(binary.operator(), (int) left, (int) right);
            case LONG -> longs(binary.operator(), left, right);
            case FLOAT -> of(floats(binary.operator(), f(left), f(right)));
            default -> of(doubles(binary.operator(), d(left), d(right)));
        };
    }

    private static int ints(Operator operator, int a, int b) {
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

    private static float floats(Operator operator, float a, float b) {
        return switch (operator) {
            case ADD -> a + b;
            case SUB -> a - b;
            case MUL -> a * b;
            case DIV -> a / b;
            case REM -> a % b;
            default -> throw new IllegalArgumentException(operator.name());
        };
    }

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

    static long convert(Kind from, Kind to, long bits) {
        return switch (to) {
            case BOOLEAN -> bits & 1;
            case BYTE -> (byte) bits;
            case CHAR -> (char) bits;
            case SHORT -> (short) bits;
            case INT ->
                    switch (from) {
                        case FLOAT -> (int) f(bits);
                        case DOUBLE -> (int) d(bits);
                        default -> (int) bits;
                    };
            case LONG ->
                    switch (from) {
                        case FLOAT -> (long) f(bits);
                        case DOUBLE -> (long) d(bits);
                        default -> bits;
                    };
            case FLOAT ->
                    switch (from) {
                        case INT -> of((float) (int) bits);
                        case LONG -> of((float) bits);
                        case DOUBLE -> of((float) d(bits));
                        default -> bits;
                    };
            default ->
                    switch (from) {
                        case INT -> of((double) (int) bits);
                        case LONG -> of((double) bits);
                        case FLOAT -> of((double) f(bits));
                        default -> bits;
                    };
        };
    }

    private boolean relation(Expression.Relation relation) {
        long a = bits(relation.left());
        long b = bits(relation.right());
        return switch (relation.left().kind()) {
            case FLOAT -> doubles(relation.order(), f(a), f(b));
            case DOUBLE -> doubles(relation.order(), d(a), d(b));
            default ->
                    switch (relation.order()) {
                        case EQ -> a == b;
                        case NE -> a != b;
                        case LT -> a < b;
                        case LE -> a <= b;
                        case GT -> a > b;
                        case GE -> a >= b;
                    };
        };
    }

    private static boolean doubles(Order order, double a, double b) {
        return switch (order) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }

    private long threeWay(Expression.ThreeWay way) {
        long a = bits(way.left());
        long b = bits(way.right());
        if (way.left().kind().isInteger()) {
            return Long.compare(a, b);
        }
        double x = way.left().kind() == Kind.FLOAT ? f(a) : d(a);
        double y = way.left().kind() == Kind.FLOAT ? f(b) : d(b);
        return x < y ? -1 : x > y ? 1 : x == y ? 0 : way.unordered();
    }

    private long apply(Expression.Apply apply) {
        long a = bits(apply.arguments().getFirst());
        long b = bits(apply.arguments().getLast());
        long m = bits(apply.arguments().get(apply.arguments().size() / 2));
        return switch (apply.operands()) {
            case INT -> JavaFunctions.ints(apply.function(), (int) a, (int) b);
            case LONG -> JavaFunctions.longs(apply.function(), a, b);
            case FLOAT -> JavaFunctions.floats(apply.function(), f(a), f(m), f(b));
            default -> JavaFunctions.doubles(apply.function(), d(a), d(m), d(b));
        };
    }
}
