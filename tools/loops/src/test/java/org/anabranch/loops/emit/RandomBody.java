package org.anabranch.loops.emit;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Random bodies, many in one loop: each computes from edge values and other numbers, by expressions
 * of all types, branches and loops, and stores a result of its own.
 */
final class RandomBody {
    static final int LENGTH = 128;
    private static final Kind[] NUMBERS = {Kind.INT, Kind.LONG, Kind.FLOAT, Kind.DOUBLE};
    private static final ComparisonOperator[] ORDERS = ComparisonOperator.values();

    private final SplittableRandom random;
    private final int iterations;
    private final List<Local> locals = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    private final Local index;
    private final Map<Kind, Local> sources = new EnumMap<>(Kind.class);
    private final Map<Kind, Local> targets = new EnumMap<>(Kind.class);
    private final Map<Kind, Local> scalars = new EnumMap<>(Kind.class);
    private final Map<Kind, List<Expression>> leaves = new EnumMap<>(Kind.class);
    private List<Statement> statements = new ArrayList<>();
    private int labels;

    RandomBody(SplittableRandom random, int iterations, int bodies) {
        this.random = random;
        this.iterations = iterations;
        this.index = local("i", Kind.INT);
        for (Kind kind : Kind.values()) {
            if (kind != Kind.REFERENCE) {
                sources.put(kind, input("in" + kind.descriptor(), "[" + kind.descriptor()));
                targets.put(kind, input("out" + kind.descriptor(), "[" + kind.descriptor()));
            }
        }
        for (Kind kind : NUMBERS) {
            scalars.put(kind, input("s" + kind.descriptor(), "" + kind.descriptor()));
        }
        for (int b = 0; b < bodies; b++) {
            body(b, b == bodies - 1);
        }
    }

    LoopBody body() {
        return new LoopBody("random", "", index, inputs, locals, statements);
    }

    /** One iteration with all that of {@link #body} as iterations of a loop inside. */
    LoopBody nested() {
        Local outer = local("o", Kind.INT);
        int label = labels++;
        List<Statement> inside = new ArrayList<>();
        inside.add(
                new Statement.If(
                        new Expression.Relation(ComparisonOperator.GE, read(index), of(iterations)),
                        List.of(new Statement.Break(label, 0)),
                        List.of(),
                        0));
        inside.addAll(statements);
        Expression next = binary(Operator.ADD, Kind.INT, read(index), of(1));
        inside.add(new Statement.Assign(index, next, 0));
        List<Statement> all =
                List.of(
                        new Statement.Assign(index, of(0), 0),
                        new Statement.Repeat(label, inside, 0));
        return new LoopBody("nested", "", outer, inputs, locals, all);
    }

    private Local local(String name, Kind kind) {
        Local local = new Local(locals.size(), name, kind);
        locals.add(local);
        return local;
    }

    private Local input(String name, String descriptor) {
        Local local =
                local(name, descriptor.startsWith("[") ? Kind.REFERENCE : Kind.of(descriptor));
        inputs.add(new Input(local, new Source.Captured(inputs.size()), descriptor));
        return local;
    }

    /** Fresh values of all inputs. */
    Map<Local, Object> values(int bodies) {
        Map<Local, Object> values = new HashMap<>();
        for (Kind kind : sources.keySet()) {
            values.put(sources.get(kind), EdgeValues.array(random, kind, LENGTH));
            values.put(targets.get(kind), EdgeValues.array(random, kind, bodies * iterations));
        }
        for (Kind kind : NUMBERS) {
            values.put(scalars.get(kind), EdgeValues.bits(random, kind));
        }
        return values;
    }

    static Map<Local, Object> copy(Map<Local, Object> values) {
        Map<Local, Object> copy = new HashMap<>();
        values.forEach(
                (local, value) -> {
                    if (value instanceof Long) {
                        copy.put(local, value);
                    } else {
                        int length = Array.getLength(value);
                        Class<?> type = value.getClass().componentType();
                        Object array = Array.newInstance(type, length);
                        System.arraycopy(value, 0, array, 0, length);
                        copy.put(local, array);
                    }
                });
        return copy;
    }

    private void body(int number, boolean last) {
        leaves.clear();
        for (Kind kind : NUMBERS) {
            leaves.computeIfAbsent(kind, none -> new ArrayList<>()).add(read(scalars.get(kind)));
        }
        leaves.get(Kind.INT).add(read(index));
        for (Kind kind : sources.keySet()) {
            if (random.nextInt(3) == 0) {
                loaded(kind, random.nextBoolean() ? read(index) : masked());
            }
        }
        Kind[] kinds = targets.keySet().toArray(Kind[]::new);
        Kind kind = kinds[random.nextInt(kinds.length)];
        Expression value = flow(kind.computational());
        if (last && random.nextBoolean()) {
            add(new Statement.If(condition(), List.of(new Statement.End(0)), List.of(), 0));
        }
        Expression at = binary(Operator.ADD, Kind.INT, read(index), of(number * iterations));
        add(new Statement.Store(Element.ofArray(kind), read(targets.get(kind)), at, value, 0));
    }

    private void add(Statement statement) {
        statements.add(statement);
    }

    private static Expression read(Local local) {
        return new Expression.Read(local);
    }

    private static Expression of(int value) {
        return Expression.Constant.of(value);
    }

    private static Expression binary(Operator operator, Kind kind, Expression a, Expression b) {
        return new Expression.Binary(operator, kind, a, b);
    }

    private Expression masked() {
        return binary(Operator.AND, Kind.INT, value(Kind.INT, 1), of(LENGTH - 1));
    }

    private void loaded(Kind kind, Expression at) {
        Local local = local("l", kind.computational());
        add(
                new Statement.Assign(
                        local,
                        new Expression.Load(Element.ofArray(kind), read(sources.get(kind)), at),
                        0));
        leaves.get(kind.computational()).add(read(local));
    }

    /** A value of a kind, from straight code, a choice, a loop or a block that is left. */
    private Expression flow(Kind kind) {
        Expression start = value(kind, 3);
        int form = random.nextInt(8);
        if (form < 3) {
            return start;
        }
        Local x = local("x", kind);
        add(new Statement.Assign(x, start, 0));
        switch (form) {
            case 3, 4 ->
                    add(
                            new Statement.If(
                                    condition(),
                                    inside(() -> set(x)),
                                    random.nextBoolean() ? List.of() : inside(() -> set(x)),
                                    0));
            case 5, 6 -> loop(x);
            default -> {
                int label = labels++;
                add(
                        new Statement.Labelled(
                                label,
                                inside(
                                        () -> {
                                            leave(new Statement.Break(label, 0));
                                            set(x);
                                            leave(new Statement.Break(label, 0));
                                            set(x);
                                        }),
                                0));
            }
        }
        return read(x);
    }

    /** Leaves are kept from what a choice or loop may not have run. */
    private List<Statement> inside(Runnable write) {
        List<Statement> outer = statements;
        Map<Kind, List<Expression>> known = new EnumMap<>(Kind.class);
        leaves.forEach((kind, list) -> known.put(kind, new ArrayList<>(list)));
        statements = new ArrayList<>();
        write.run();
        List<Statement> written = statements;
        statements = outer;
        leaves.clear();
        leaves.putAll(known);
        return written;
    }

    private void set(Local x) {
        leaves.get(x.kind()).add(read(x));
        if (random.nextInt(4) == 0) {
            loaded(x.kind(), random.nextBoolean() ? read(index) : masked());
        }
        add(new Statement.Assign(x, value(x.kind(), 2), 0));
    }

    private void leave(Statement jump) {
        add(new Statement.If(condition(), List.of(jump), List.of(), 0));
    }

    private void loop(Local x) {
        int label = labels++;
        Local counter = local("c", Kind.INT);
        add(new Statement.Assign(counter, of(0), 0));
        Expression trips =
                random.nextBoolean() ? of(3) : binary(Operator.AND, Kind.INT, read(index), of(3));
        List<Statement> body =
                inside(
                        () -> {
                            add(
                                    new Statement.If(
                                            new Expression.Relation(
                                                    ComparisonOperator.GE, read(counter), trips),
                                            List.of(new Statement.Break(label, 0)),
                                            List.of(),
                                            0));
                            add(
                                    new Statement.Assign(
                                            counter,
                                            binary(Operator.ADD, Kind.INT, read(counter), of(1)),
                                            0));
                            set(x);
                            if (random.nextBoolean()) {
                                leave(
                                        random.nextBoolean()
                                                ? new Statement.Break(label, 0)
                                                : new Statement.Continue(label, 0));
                                set(x);
                            }
                        });
        add(new Statement.Repeat(label, body, 0));
    }

    private Expression condition() {
        Kind kind = NUMBERS[random.nextInt(4)];
        Expression relation =
                new Expression.Relation(
                        ORDERS[random.nextInt(ORDERS.length)], value(kind, 2), value(kind, 2));
        return switch (random.nextInt(6)) {
            case 0 -> new Expression.Not(relation);
            case 1 -> value(Kind.INT, 2);
            case 2 -> {
                int unordered = random.nextBoolean() ? 1 : -1;
                Expression way = new Expression.ThreeWay(value(kind, 1), value(kind, 1), unordered);
                yield new Expression.Relation(ComparisonOperator.GT, way, of(0));
            }
            default -> relation;
        };
    }

    private Expression value(Kind kind, int depth) {
        if (depth == 0 || random.nextInt(8) == 0) {
            List<Expression> known = leaves.get(kind);
            return random.nextInt(4) == 0
                    ? new Expression.Constant(kind, EdgeValues.bits(random, kind))
                    : known.get(random.nextInt(known.size()));
        }
        return switch (random.nextInt(8)) {
            case 0 -> new Expression.Negate(value(kind, depth - 1));
            case 1 -> converted(kind, depth - 1);
            case 2, 3 -> applied(kind, depth - 1);
            default -> operated(kind, depth - 1);
        };
    }

    private Expression converted(Kind kind, int depth) {
        Kind[] narrow = {Kind.BYTE, Kind.CHAR, Kind.SHORT, Kind.BOOLEAN};
        if (kind == Kind.INT && random.nextInt(3) == 0) {
            return new Expression.Convert(narrow[random.nextInt(4)], value(Kind.INT, depth));
        }
        if (kind == Kind.INT && random.nextInt(3) == 0) {
            return condition();
        }
        Kind from = NUMBERS[random.nextInt(4)];
        return from == kind ? value(kind, depth) : new Expression.Convert(kind, value(from, depth));
    }

    private Expression operated(Kind kind, int depth) {
        Operator[] all = Operator.values();
        Operator operator = all[random.nextInt(kind.isFloating() ? 5 : all.length)];
        Expression left = value(kind, depth);
        if (operator.isShift()) {
            return binary(operator, kind, left, value(Kind.INT, depth));
        }
        Expression right = value(kind, depth);
        if (!operator.divides() || kind.isFloating()) {
            return binary(operator, kind, left, right);
        }
        Expression odd = binary(Operator.OR, kind, right, new Expression.Constant(kind, 1));
        Local quotient = local("q", kind);
        add(new Statement.Assign(quotient, binary(operator, kind, left, odd), 0));
        return read(quotient);
    }

    private Expression applied(Kind kind, int depth) {
        PureFunction function = EdgeValues.function(random, kind);
        Kind operands =
                switch (function) {
                    case ROUND, BITS -> kind == Kind.INT ? Kind.FLOAT : Kind.DOUBLE;
                    case FROM_BITS -> kind == Kind.FLOAT ? Kind.INT : Kind.LONG;
                    case IS_NAN -> random.nextBoolean() ? Kind.FLOAT : Kind.DOUBLE;
                    case BIT_COUNT, LEADING_ZEROS, TRAILING_ZEROS ->
                            random.nextBoolean() ? Kind.INT : Kind.LONG;
                    default -> kind;
                };
        int count =
                switch (function) {
                    case MIN, MAX, MULTIPLY_HIGH -> 2;
                    case FMA -> 3;
                    default -> 1;
                };
        List<Expression> arguments = new ArrayList<>();
        for (int a = 0; a < count; a++) {
            arguments.add(value(operands, depth));
        }
        return new Expression.Apply(function, operands, arguments);
    }
}
