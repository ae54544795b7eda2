package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.trace.JavaOperators;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Map;

/** Runs iterations of a body with Java's own operators; values are raw bits or arrays. */
final class JavaBody {
    private final LoopBody body;
    private final Object[] values;

    /** Numbers of the variables that are no inputs. */
    private final int[] own;

    /** The jump that ends a list of statements early: a label and true to repeat it, or null. */
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
            case FLOAT -> ((float[]) array)[at] = Float.intBitsToFloat((int) bits);
            default -> ((double[]) array)[at] = Double.longBitsToDouble(bits);
        }
    }

    private long bits(Expression expression) {
        return (Long) value(expression);
    }

    private Object value(Expression expression) {
        return switch (expression) {
            case Expression.Read read -> values[read.local().number()];
            case Expression.Length length -> (long) Array.getLength(value(length.base()));
            case Expression.NewArray made ->
                    Array.newInstance(made.element().primitive(), (int) bits(made.length()));
            case Expression.Load load -> load(value(load.base()), (int) bits(load.index()));
            default -> JavaOperators.of(expression, this::bits);
        };
    }

    private static Object load(Object array, int at) {
        return array instanceof Object[] rows ? rows[at] : JavaOperators.element(array, at);
    }
}
