package org.anabranch.dense.arithmetic;

import static org.anabranch.dense.arithmetic.Matrices.identity;
import static org.anabranch.dense.arithmetic.Matrices.norm;
import static org.anabranch.dense.arithmetic.Matrices.plus;
import static org.anabranch.dense.arithmetic.Matrices.random;
import static org.anabranch.dense.arithmetic.Matrices.times;
import static org.anabranch.dense.arithmetic.Matrices.transposed;
import static org.anabranch.dense.arithmetic.Matrices.triangle;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.dense.blas.BlasArithmetic;
import org.anabranch.dense.blas.BlasLibrary;
import org.anabranch.dense.vector.VectorArithmetic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Every operation of every arithmetic that is there, in each element type and layout, against plain
 * arithmetic. Errors are scaled as LAPACK's own tests do it: by norm, extent and precision.
 */
class ArithmeticTest {
    private static final double THRESHOLD = 30;
    private static final int[] EXTENTS = {1, 2, 7, 33, 70};

    private static final Arithmetic BLAS = new BlasArithmetic(BlasLibrary.find().orElseThrow());

    record Subject(Arithmetic arithmetic, Matrices.Form form) {
        @Override
        public String toString() {
            return arithmetic.describe()
                    + (form.single() ? ", float" : ", double")
                    + (form.byColumns() ? " by columns" : " by rows");
        }
    }

    static List<Subject> subjects() {
        List<Subject> subjects = new ArrayList<>();
        for (Arithmetic arithmetic : List.of(new JavaArithmetic(), new VectorArithmetic(), BLAS)) {
            for (int bits = 0; bits < 4; bits++) {
                subjects.add(new Subject(arithmetic, new Matrices.Form((bits & 1) != 0, bits > 1)));
            }
        }
        return subjects;
    }

    private final SplittableRandom random = new SplittableRandom(25);

    private static void close(
            Subject subject, double[][] expected, View actual, double scale, String what) {
        double error = norm(plus(expected, -1, actual.load()));
        int n = Math.max(expected.length, expected[0].length);
        double ratio = error / (scale * n * subject.form.epsilon());
        assertTrue(ratio < THRESHOLD, what + ": " + ratio);
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void gemm(Subject subject) {
        for (int m : EXTENTS) {
            for (int n : new int[] {1, 5, 300}) {
                for (int k : new int[] {1, 6, 131}) {
                    double[][] a = random(random, m, k);
                    double[][] b = random(random, k, n);
                    double[][] c = random(random, m, n);
                    double[][] product = times(a, b);
                    View left = subject.form.view(a);
                    View right = subject.form.view(transposed(b)).transposed();
                    View target = subject.form.view(c);
                    double scale = norm(a) * norm(b) + norm(c);
                    subject.arithmetic.gemm(-0.5, left, right, 2, target);
                    close(
                            subject,
                            plus(plus(c, 1, c), -0.5, product),
                            target,
                            scale,
                            m + " " + n + " " + k);
                    target = subject.form.view(c);
                    target.set(0, 0, Double.NaN);
                    subject.arithmetic.gemm(1, left, right, 0, target);
                    close(subject, product, target, scale, "beta 0");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void syrkLeavesTheOtherTriangle(Subject subject) {
        for (int n : EXTENTS) {
            for (double beta : new double[] {1, -0.5, 0}) {
                double[][] a = random(random, n, 19);
                double[][] c = random(random, n, n);
                double[][] square = times(a, transposed(a));
                double[][] lower = triangle(c, true, false);
                double[][] upper = plus(c, -1, lower);
                View target = subject.form.view(c);
                subject.arithmetic.syrk(-1, subject.form.view(a), beta, target);
                double[][] sum = plus(plus(c, beta - 1, c), -1, square);
                double[][] expected = plus(triangle(sum, true, false), 1, upper);
                double scale = norm(a) * norm(a) + norm(c);
                close(subject, expected, target, scale, "n = " + n + ", " + beta);
                double[][] left = plus(target.load(), -1, triangle(target.load(), true, false));
                assertEquals(0, norm(plus(left, -1, upper)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void trsm(Subject subject) {
        for (int bits = 0; bits < 4; bits++) {
            boolean lower = (bits & 1) != 0;
            boolean unit = bits > 1;
            for (int n : EXTENTS) {
                double[][] t = plus(random(random, n, n), 2 * n, identity(n));
                double[][] b = random(random, n, 21);
                View x = subject.form.view(b);
                t = unit ? plus(identity(n), 1.0 / (4 * n), t) : t;
                double[][] dirty = triangle(t, lower, unit);
                double[][] filled = plus(dirty, 1, triangle(t, !lower, false));
                View a = subject.form.view(unit ? filled : t);
                double[][] used = triangle(a.load(), lower, unit);
                subject.arithmetic.trsm(lower, unit, 0.5, a, x);
                double[][] back = times(used, x.load());
                double error = norm(plus(back, -0.5, b));
                double scale = norm(used) * norm(x.load()) + norm(b);
                double ratio = error / (scale * n * subject.form.epsilon());
                assertTrue(ratio < THRESHOLD, lower + " " + unit + " " + n + ": " + ratio);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void potrf(Subject subject) {
        for (int n : EXTENTS) {
            double[][] half = random(random, n, n);
            double[][] a = plus(times(half, transposed(half)), n, identity(n));
            View view = subject.form.view(a);
            a = view.load(); // as it was rounded
            assertEquals(-1, subject.arithmetic.potrf(view));
            double[][] l = triangle(view.load(), true, false);
            View product = subject.form.view(times(l, transposed(l)));
            close(subject, triangle(a, true, false), view(subject, product), norm(a), "n = " + n);
            for (int bad = 0; bad < n; bad += 1 + n / 3) {
                double[][] indefinite = plus(a, 0, a);
                indefinite[bad][bad] = -1;
                View refused = subject.form.view(indefinite);
                assertEquals(bad, subject.arithmetic.potrf(refused));
                assertTrue(!(refused.get(bad, bad) > 0), "the pivot that is bad is left");
            }
        }
    }

    private static View view(Subject subject, View full) {
        return subject.form.view(triangle(full.load(), true, false));
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void getrf(Subject subject) {
        for (int m : EXTENTS) {
            for (int n : EXTENTS) {
                double[][] a = random(random, m, n);
                View view = subject.form.view(a);
                int k = Math.min(m, n);
                MemorySegment pivots = Arena.ofAuto().allocate(4L * k);
                assertEquals(-1, subject.arithmetic.getrf(view, pivots));
                double[][] lu = view.load();
                double[][] l = part(triangle(lu, true, true), m, k);
                double[][] u = part(triangle(lu, false, false), k, n);
                for (double[] row : l) {
                    for (double factor : row) {
                        assertTrue(Math.abs(factor) <= 1);
                    }
                }
                View back = subject.form.view(times(l, u));
                subject.arithmetic.laswp(back, pivots, k, true);
                close(subject, a, back, norm(a) * k, m + " x " + n);
                subject.arithmetic.laswp(back, pivots, k, false);
                close(subject, times(l, u), back, norm(a) * k, "forward");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void aColumnWithoutPivotIsNamed(Subject subject) {
        for (int n : new int[] {3, 40}) {
            double[][] a = random(random, n, n);
            for (double[] row : a) {
                row[2] = 0;
            }
            MemorySegment pivots = Arena.ofAuto().allocate(4L * n);
            assertEquals(2, subject.arithmetic.getrf(subject.form.view(a), pivots));
            for (int i = 0; i < n; i++) {
                int pivot = pivots.getAtIndex(JAVA_INT, i);
                assertTrue(pivot >= i && pivot < n);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void geqrt(Subject subject) {
        for (int n : EXTENTS) {
            for (int m : new int[] {n, n + 1, n + 40}) {
                double[][] a = random(random, m, n);
                View view = subject.form.view(a);
                View t = subject.form.view(n, n);
                t.store(random(random, n, n));
                subject.arithmetic.geqrt(view, t);
                assertEquals(0, norm(plus(t.load(), -1, triangle(t.load(), false, false))));
                View r = subject.form.view(triangle(view.load(), false, false));
                subject.arithmetic.gemqrt(false, view, t, r);
                close(subject, a, r, norm(a), m + " x " + n);
                subject.arithmetic.gemqrt(true, view, t, r);
                double[][] expected = triangle(view.load(), false, false);
                close(subject, expected, r, norm(a), "Q' A = R");
                View q = subject.form.view(identity(m));
                subject.arithmetic.gemqrt(false, view, t, q);
                View square = subject.form.view(times(transposed(q.load()), q.load()));
                close(subject, identity(m), square, 1, "Q' Q = I");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("subjects")
    void tpqrt(Subject subject) {
        for (int n : EXTENTS) {
            for (int m : new int[] {1, n, n + 11}) {
                double[][] top = random(random, n, n);
                double[][] bottom = random(random, m, n);
                View r = subject.form.view(top);
                View v = subject.form.view(bottom);
                View t = subject.form.view(n, n);
                t.store(random(random, n, n));
                subject.arithmetic.tpqrt(r, v, t);
                double[][] upper = triangle(r.load(), false, false);
                double[][] rest = plus(top, -1, triangle(top, false, false));
                double[][] kept = plus(r.load(), -1, upper);
                assertEquals(0, norm(plus(rest, -1, kept)), "below R");
                View a = subject.form.view(upper);
                View b = subject.form.view(m, n);
                subject.arithmetic.tpmqrt(false, v, t, a, b);
                double scale = norm(top) + norm(bottom);
                close(subject, triangle(top, false, false), a, scale, "R of " + m + " x " + n);
                close(subject, bottom, b, scale, "B of " + m + " x " + n);
                subject.arithmetic.tpmqrt(true, v, t, a, b);
                close(subject, upper, a, scale, "back");
                close(subject, new double[m][n], b, scale, "zero again");
            }
        }
    }

    private static double[][] part(double[][] a, int rows, int columns) {
        double[][] part = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(a[i], 0, part[i], 0, columns);
        }
        return part;
    }
}
