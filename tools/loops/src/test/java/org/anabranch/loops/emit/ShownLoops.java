package org.anabranch.loops.emit;

import static org.anabranch.loops.emit.Shown.order;
import static org.anabranch.loops.emit.Shown.plus;
import static org.anabranch.loops.emit.Shown.times;
import static org.anabranch.loops.ir.Kind.FLOAT;
import static org.anabranch.loops.ir.Kind.INT;

import org.anabranch.loops.ir.ComparisonOperator;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Operator;
import org.anabranch.loops.ir.PureFunction;

/** Well-known loops, as their bodies look when they are lifted. */
final class ShownLoops {
    private ShownLoops() {}

    /** {@code y[i] = a * x[i] + y[i]}. */
    static LoopBody saxpy() {
        Shown s = new Shown(INT);
        Local y = s.input("y", "[F");
        Local x = s.input("x", "[F");
        Local a = s.input("a", "F");
        Local xi = s.load(FLOAT, x, s.index);
        Local yi = s.load(FLOAT, y, s.index);
        s.store(FLOAT, y, s.index, plus(times(a, xi), yi));
        return s.body("saxpy");
    }

    /** Row i of a product: {@code for j { sum = 0; for k sum += a[i*n+k]*b[k*n+j]; c[i*n+j] }}. */
    static LoopBody product() {
        Shown s = new Shown(INT);
        Local c = s.input("c", "[F");
        Local a = s.input("a", "[F");
        Local b = s.input("b", "[F");
        Local n = s.input("n", "I");
        Local j = s.local("j", INT);
        s.loop(
                j,
                () -> order(j, ComparisonOperator.GE, n),
                () -> {
                    Local sum = s.let("sum", 0f);
                    Local k = s.local("k", INT);
                    s.loop(
                            k,
                            () -> order(k, ComparisonOperator.GE, n),
                            () -> {
                                Local aik = s.load(FLOAT, a, plus(times(s.index, n), k));
                                Local bkj = s.load(FLOAT, b, plus(times(k, n), j));
                                s.set(sum, plus(sum, times(aik, bkj)));
                            });
                    s.store(FLOAT, c, plus(times(s.index, n), j), sum);
                });
        return s.body("product");
    }

    /** Iterations until a point of row i escapes, at most {@code most}. */
    static LoopBody mandelbrot() {
        Shown s = new Shown(INT);
        Local out = s.input("out", "[I");
        Local n = s.input("n", "I");
        Local scale = s.input("scale", "F");
        Local most = s.input("most", "I");
        Local j = s.local("j", INT);
        Local y = s.let("y", Shown.minus(times(converted(s.index), scale), 1.5f));
        s.loop(
                j,
                () -> order(j, ComparisonOperator.GE, n),
                () -> {
                    Local x = s.let("x", Shown.minus(times(converted(j), scale), 2f));
                    Local re = s.let("re", 0f);
                    Local im = s.let("im", 0f);
                    Local it = s.local("it", INT);
                    s.loop(
                            it,
                            () -> escaped(re, im, it, most),
                            () -> {
                                Local next =
                                        s.let(
                                                "next",
                                                plus(Shown.minus(times(re, re), times(im, im)), x));
                                s.set(im, plus(times(times(2f, re), im), y));
                                s.set(re, next);
                            });
                    s.store(INT, out, plus(times(s.index, n), j), it);
                });
        return s.body("mandelbrot");
    }

    private static Expression converted(Local local) {
        return new Expression.Convert(Kind.FLOAT, Shown.of(local));
    }

    private static Expression escaped(Local re, Local im, Local it, Local most) {
        Expression far = order(plus(times(re, re), times(im, im)), ComparisonOperator.GT, 4f);
        return order(
                Shown.op(Operator.OR, order(it, ComparisonOperator.GE, most), far),
                ComparisonOperator.NE,
                0);
    }

    /** The acceleration of body i. */
    static LoopBody bodies() {
        Shown s = new Shown(INT);
        Local[] p = {s.input("x", "[F"), s.input("y", "[F"), s.input("z", "[F")};
        Local[] v = {s.input("ax", "[F"), s.input("ay", "[F"), s.input("az", "[F")};
        Local mass = s.input("mass", "[F");
        Local n = s.input("n", "I");
        Local[] own = new Local[3];
        Local[] sum = new Local[3];
        for (int d = 0; d < 3; d++) {
            own[d] = s.load(FLOAT, p[d], s.index);
            sum[d] = s.let("sum", 0f);
        }
        Local j = s.local("j", INT);
        s.loop(
                j,
                () -> order(j, ComparisonOperator.GE, n),
                () -> {
                    Local[] gap = new Local[3];
                    Expression square = Shown.of(0.01f);
                    for (int d = 0; d < 3; d++) {
                        gap[d] = s.let("d", Shown.minus(s.load(FLOAT, p[d], j), own[d]));
                        square = plus(square, times(gap[d], gap[d]));
                    }
                    Local r2 = s.let("r2", square);
                    Expression cube = times(r2, Shown.apply(PureFunction.SQRT, r2));
                    Local f = s.let("f", Shown.op(Operator.DIV, s.load(FLOAT, mass, j), cube));
                    for (int d = 0; d < 3; d++) {
                        s.set(sum[d], plus(sum[d], times(gap[d], f)));
                    }
                });
        for (int d = 0; d < 3; d++) {
            s.store(FLOAT, v[d], s.index, sum[d]);
        }
        return s.body("bodies");
    }
}
