package org.anabranch.loops.device;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Expression.Apply;
import org.anabranch.loops.ir.Expression.Binary;
import org.anabranch.loops.ir.Expression.Constant;
import org.anabranch.loops.ir.Expression.Convert;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Source;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
import java.util.List;

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

    private SelfTestConstants() {}

    /** Returns the test of integers and floats. */
    static SelfTestConstants singles() {
        SelfTestConstants trial = new SelfTestConstants();
        long[] whole = SelfTestBodies.wholeNumbers();
        for (int n = 0; n < whole.length; n++) {
            trial.ints((int) whole[n], (int) whole[(n * 7 + 3) & 15]);
            trial.longs(whole[n], whole[(n * 7 + 3) & 15]);
        }
        for (double value : SelfTestBodies.floatingNumbers()) {
            trial.single((float) value);
        }
        return trial;
    }

    /** Returns the test of doubles. */
    static SelfTestConstants doubles() {
        SelfTestConstants trial = new SelfTestConstants();
        for (double value : SelfTestBodies.floatingNumbers()) {
            trial.twice(value);
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

    private void ints(int a, int b) {
        Constant x = new Constant(Kind.INT, a);
        Constant y = new Constant(Kind.INT, b);
        int odd = b | 1;
        add(quotient(Operator.DIV, Kind.INT, x, new Constant(Kind.INT, odd)), a / odd);
        add(quotient(Operator.REM, Kind.INT, x, new Constant(Kind.INT, odd)), a % odd);
        add(new Binary(Operator.MUL, Kind.INT, x, y), a * b);
        add(new Binary(Operator.SHL, Kind.INT, x, y), a << b);
        add(new Binary(Operator.SHR, Kind.INT, x, y), a >> b);
        add(new Binary(Operator.USHR, Kind.INT, x, y), a >>> b);
        add(apply(PureFunction.ABS, Kind.INT, x), Math.abs(a));
        add(apply(PureFunction.LEADING_ZEROS, Kind.INT, x), Integer.numberOfLeadingZeros(a));
        add(apply(PureFunction.TRAILING_ZEROS, Kind.INT, x), Integer.numberOfTrailingZeros(a));
        add(new Convert(Kind.BYTE, x), (byte) a);
        add(new Convert(Kind.FLOAT, x), (float) a);
    }

    private void longs(long a, long b) {
        Constant x = new Constant(Kind.LONG, a);
        Constant y = new Constant(Kind.LONG, b);
        Constant count = new Constant(Kind.INT, (int) b);
        long odd = b | 1;
        add(quotient(Operator.DIV, Kind.LONG, x, new Constant(Kind.LONG, odd)), a / odd);
        add(quotient(Operator.REM, Kind.LONG, x, new Constant(Kind.LONG, odd)), a % odd);
        add(new Binary(Operator.MUL, Kind.LONG, x, y), a * b);
        add(new Binary(Operator.SHL, Kind.LONG, x, count), a << (int) b);
        add(new Binary(Operator.SHR, Kind.LONG, x, count), a >> (int) b);
        add(new Binary(Operator.USHR, Kind.LONG, x, count), a >>> (int) b);
        add(apply(PureFunction.MULTIPLY_HIGH, Kind.LONG, x, y), Math.multiplyHigh(a, b));
        add(apply(PureFunction.BIT_COUNT, Kind.LONG, x), Long.bitCount(a));
        add(new Convert(Kind.FLOAT, x), (float) a);
    }

    private void single(float a) {
        Constant x = new Constant(Kind.FLOAT, Float.floatToRawIntBits(a));
        Constant third = new Constant(Kind.FLOAT, Float.floatToRawIntBits(1f / 3));
        add(new Convert(Kind.INT, x), (int) a);
        add(new Convert(Kind.LONG, x), (long) a);
        add(apply(PureFunction.ROUND, Kind.FLOAT, x), Math.round(a));
        add(apply(PureFunction.SQRT, Kind.FLOAT, x), (float) Math.sqrt(a));
        add(apply(PureFunction.ABS, Kind.FLOAT, x), Math.abs(a));
        add(apply(PureFunction.MIN, Kind.FLOAT, x, third), Math.min(a, 1f / 3));
        add(apply(PureFunction.FMA, Kind.FLOAT, x, third, x), Math.fma(a, 1f / 3, a));
        add(new Binary(Operator.DIV, Kind.FLOAT, x, third), a / (1f / 3));
    }

    private void twice(double a) {
        Constant x = new Constant(Kind.DOUBLE, Double.doubleToRawLongBits(a));
        Constant third = new Constant(Kind.DOUBLE, Double.doubleToRawLongBits(1.0 / 3));
        add(new Convert(Kind.INT, x), (int) a);
        add(new Convert(Kind.LONG, x), (long) a);
        add(new Convert(Kind.FLOAT, x), (float) a);
        add(apply(PureFunction.ROUND, Kind.DOUBLE, x), Math.round(a));
        add(apply(PureFunction.FLOOR, Kind.DOUBLE, x), Math.floor(a));
        add(apply(PureFunction.CEIL, Kind.DOUBLE, x), Math.ceil(a));
        add(apply(PureFunction.RINT, Kind.DOUBLE, x), Math.rint(a));
        add(apply(PureFunction.SQRT, Kind.DOUBLE, x), Math.sqrt(a));
        add(apply(PureFunction.MAX, Kind.DOUBLE, x, third), Math.max(a, 1.0 / 3));
        add(apply(PureFunction.FMA, Kind.DOUBLE, x, third, x), Math.fma(a, 1.0 / 3, a));
        add(new Binary(Operator.DIV, Kind.DOUBLE, x, third), a / (1.0 / 3));
    }

    private static Apply apply(PureFunction function, Kind kind, Expression... arguments) {
        return new Apply(function, kind, List.of(arguments));
    }

    /** Returns a quotient; divisions are statements of their own. */
    private Expression quotient(Operator operator, Kind kind, Expression a, Expression b) {
        Local local = new Local(locals.size(), "q", kind);
        locals.add(local);
        statements.add(new Statement.Assign(local, new Binary(operator, kind, a, b), 0));
        return new Expression.Read(local);
    }

    private void add(Expression value, float result) {
        add(apply(PureFunction.BITS, Kind.FLOAT, value), Float.floatToIntBits(result));
    }

    private void add(Expression value, double result) {
        add(apply(PureFunction.BITS, Kind.DOUBLE, value), Double.doubleToLongBits(result));
    }

    private void add(Expression value, int result) {
        add(value, (long) result);
    }

    private void add(Expression value, long result) {
        Expression wide = value.kind() == Kind.LONG ? value : new Convert(Kind.LONG, value);
        Constant at = Constant.of(expected.size());
        statements.add(
                new Statement.Store(
                        Element.ofArray(Kind.LONG), new Expression.Read(out), at, wide, 0));
        expected.add(result);
        names.add(value.toString());
    }
}
