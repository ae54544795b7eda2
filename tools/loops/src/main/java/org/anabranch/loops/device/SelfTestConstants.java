package org.anabranch.loops.device;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Apply;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Expression.Read;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.trace.JavaOperators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of the arithmetic self-test in which edge values are constants in the kernel. A driver's
 * compiler folds constants with other code than the device's: operations that are correct for
 * values from memory may be wrong here.
 */
final class SelfTestConstants {
    private final List<Statement> statements = new ArrayList<>();
    private final List<Long> expected = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final Local index = new Local(0, "i", Kind.INT);
    private final Local out = new Local(1, "out", Kind.REFERENCE);
    private final List<Local> locals = new ArrayList<>(List.of(index, out));
    private final Map<Local, Long> quotients = new HashMap<>();

    private SelfTestConstants() {}

    /** Returns the test of integers and floats. */
    static SelfTestConstants singles() {
        SelfTestConstants trial = new SelfTestConstants();
        long[] whole = SelfTestBodies.wholeNumbers();
        for (int n = 0; n < whole.length; n++) {
            long other = whole[(n * 7 + 3) & 15];
            trial.whole(Kind.INT, (int) whole[n], (int) other);
            trial.whole(Kind.LONG, whole[n], other);
        }
        for (double value : SelfTestBodies.floatingNumbers()) {
            trial.floating(
                    new Constant(Kind.FLOAT, Float.floatToRawIntBits((float) value)),
                    new Constant(Kind.FLOAT, Float.floatToRawIntBits(1f / 3)));
        }
        return trial;
    }

    /** Returns the test of doubles. */
    static SelfTestConstants doubles() {
        SelfTestConstants trial = new SelfTestConstants();
        for (double value : SelfTestBodies.floatingNumbers()) {
            trial.floating(
                    new Constant(Kind.DOUBLE, Double.doubleToRawLongBits(value)),
                    new Constant(Kind.DOUBLE, Double.doubleToRawLongBits(1.0 / 3)));
        }
        return trial;
    }

    /** Returns a body whose only iteration, 0, stores each result. */
    LoopBody body() {
        Input input = new Input(out, new Source.Captured(0), "[J");
        return new LoopBody("constants", "", index, List.of(input), locals, statements);
    }

    /** Returns Java's results. */
    long[] expected() {
        return expected.stream().mapToLong(Long::longValue).toArray();
    }

    String name(int result) {
        return names.get(result);
    }

    private void whole(Kind kind, long a, long b) {
        Constant x = new Constant(kind, a);
        Constant y = new Constant(kind, b);
        Constant odd = new Constant(kind, b | 1);
        add(quotient(new Binary(Operator.DIV, kind, x, odd)));
        add(quotient(new Binary(Operator.REM, kind, x, odd)));
        add(new Binary(Operator.MUL, kind, x, y));
        for (Operator shift : List.of(Operator.SHL, Operator.SHR, Operator.USHR)) {
            add(new Binary(shift, kind, x, Constant.of((int) b)));
        }
        if (kind == Kind.INT) {
            add(apply(PureFunction.ABS, x));
            add(apply(PureFunction.LEADING_ZEROS, x));
            add(apply(PureFunction.TRAILING_ZEROS, x));
            add(new Convert(Kind.BYTE, x));
        } else {
            add(apply(PureFunction.MULTIPLY_HIGH, x, y));
            add(apply(PureFunction.BIT_COUNT, x));
        }
        add(new Convert(Kind.FLOAT, x));
    }

    private void floating(Constant x, Constant third) {
        add(new Convert(Kind.INT, x));
        add(new Convert(Kind.LONG, x));
        if (x.kind() == Kind.FLOAT) {
            add(apply(PureFunction.ROUND, x));
            add(apply(PureFunction.SQRT, x));
            add(apply(PureFunction.ABS, x));
            add(apply(PureFunction.MIN, x, third));
        } else {
            add(new Convert(Kind.FLOAT, x));
            add(apply(PureFunction.ROUND, x));
            add(apply(PureFunction.FLOOR, x));
            add(apply(PureFunction.CEIL, x));
            add(apply(PureFunction.RINT, x));
            add(apply(PureFunction.SQRT, x));
            add(apply(PureFunction.MAX, x, third));
        }
        add(apply(PureFunction.FMA, x, third, x));
        add(new Binary(Operator.DIV, x.kind(), x, third));
    }

    private static Apply apply(PureFunction function, Expression... arguments) {
        return new Apply(function, arguments[0].kind(), List.of(arguments));
    }

    /** Returns a quotient; divisions are statements of their own. */
    private Expression quotient(Binary division) {
        Local local = new Local(locals.size(), "q", division.kind());
        locals.add(local);
        quotients.put(local, value(division));
        statements.add(new Statement.Assign(local, division, 0));
        return new Read(local);
    }

    /** Adds a result, of floating-point numbers the bits. */
    private void add(Expression result) {
        boolean floating = result.kind().isFloating();
        Expression bits = floating ? apply(PureFunction.BITS, result) : result;
        Expression wide = bits.kind() == Kind.LONG ? bits : new Convert(Kind.LONG, bits);
        Constant at = Constant.of(expected.size());
        statements.add(new Statement.Store(Element.ofArray(Kind.LONG), new Read(out), at, wide, 0));
        expected.add(value(wide));
        names.add(bits.toString());
    }

    private long value(Expression expression) {
        return expression instanceof Read read
                ? quotients.get(read.local())
                : JavaOperators.of(expression, this::value);
    }
}
