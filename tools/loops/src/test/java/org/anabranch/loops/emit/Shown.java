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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Builds bodies by hand, in about the words of the source. */
final class Shown {
    private final List<Local> locals = new ArrayList<>();
    private final List<Input> inputs = new ArrayList<>();
    final Local index;
    private List<Statement> statements = new ArrayList<>();
    private int labels;

    Shown(Kind index) {
        this.index = local("i", index);
    }

    LoopBody body(String name) {
        return new LoopBody(name, "", index, inputs, locals, statements);
    }

    Local local(String name, Kind kind) {
        Local local = new Local(locals.size(), name, kind);
        locals.add(local);
        return local;
    }

    Local input(String name, String descriptor) {
        Local local =
                local(name, descriptor.startsWith("[") ? Kind.REFERENCE : Kind.of(descriptor));
        inputs.add(new Input(local, new Source.Captured(inputs.size()), descriptor));
        return local;
    }

    static Expression of(Object value) {
        return switch (value) {
            case Expression expression -> expression;
            case Local local -> new Expression.Read(local);
            case Integer number -> Expression.Constant.of(number);
            case Float number ->
                    new Expression.Constant(Kind.FLOAT, Float.floatToRawIntBits(number));
            default -> throw new IllegalArgumentException(value.toString());
        };
    }

    static Expression op(Operator operator, Object left, Object right) {
        return new Expression.Binary(operator, of(left).kind(), of(left), of(right));
    }

    static Expression plus(Object left, Object right) {
        return op(Operator.ADD, left, right);
    }

    static Expression minus(Object left, Object right) {
        return op(Operator.SUB, left, right);
    }

    static Expression times(Object left, Object right) {
        return op(Operator.MUL, left, right);
    }

    static Expression order(Object left, ComparisonOperator order, Object right) {
        return new Expression.Relation(order, of(left), of(right));
    }

    static Expression apply(PureFunction function, Object... arguments) {
        List<Expression> all = Arrays.stream(arguments).map(Shown::of).toList();
        return new Expression.Apply(function, all.getFirst().kind(), all);
    }

    void set(Local target, Object value) {
        statements.add(new Statement.Assign(target, of(value), 0));
    }

    Local let(String name, Object value) {
        Local local = local(name, of(value).kind());
        set(local, value);
        return local;
    }

    Local load(Kind kind, Local array, Object index) {
        Local local = local("t", kind.computational());
        set(local, new Expression.Load(Element.ofArray(kind), of(array), of(index)));
        return local;
    }

    void store(Kind kind, Local array, Object index, Object value) {
        statements.add(
                new Statement.Store(Element.ofArray(kind), of(array), of(index), of(value), 0));
    }

    private List<Statement> inside(Runnable write) {
        List<Statement> outer = statements;
        statements = new ArrayList<>();
        write.run();
        List<Statement> written = statements;
        statements = outer;
        return written;
    }

    void when(Expression condition, Runnable then) {
        statements.add(new Statement.If(condition, inside(then), List.of(), 0));
    }

    /** {@code for (counter = 0; goes on; counter++)}, as compilers write it. */
    void loop(Local counter, Supplier<Expression> leaves, Runnable body) {
        int label = labels++;
        set(counter, 0);
        statements.add(
                new Statement.Repeat(
                        label,
                        inside(
                                () -> {
                                    Statement leave = new Statement.Break(label, 0);
                                    statements.add(
                                            new Statement.If(
                                                    leaves.get(), List.of(leave), List.of(), 0));
                                    body.run();
                                    set(counter, plus(counter, 1));
                                }),
                        0));
    }
}
