package org.anabranch.dense;

import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.dense.arithmetic.View;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The code of the kernels: converts arguments to views and calls the arithmetic. */
final class TileWork {
    private final boolean single;
    private final KernelArguments given;
    private final long form;
    private final int scalars;

    /**
     * Creates a call.
     *
     * @param single true for floats, false for doubles
     * @param given the arguments
     * @param scalars number of memory arguments, after which the scalars begin
     */
    TileWork(boolean single, KernelArguments given, int scalars) {
        this.single = single;
        this.given = given;
        this.scalars = scalars;
        this.form = given.longAt(scalars);
    }

    void gemm() {
        int m = extent(1);
        int n = extent(2);
        int k = extent(3);
        View a = operand(0, m, k, has(Form.TRANSPOSE_A));
        View b = operand(1, k, n, has(Form.TRANSPOSE_B));
        View c = view(2, m, n);
        Arithmetics.chosen().gemm(factor(4), a, b, factor(5), c);
    }

    void syrk() {
        int n = extent(1);
        int k = extent(2);
        View a = operand(0, n, k, has(Form.TRANSPOSE_A));
        View c = view(1, n, n);
        View lower = has(Form.UPPER) ? c.transposed() : c;
        Arithmetics.chosen().syrk(factor(3), a, factor(4), lower);
    }

    void trsm() {
        int m = extent(1);
        int n = extent(2);
        boolean right = has(Form.RIGHT);
        View b = view(1, m, n);
        View a = view(0, right ? n : m, right ? n : m);
        // X op(A) = B is op(A)' X' = B'
        boolean turned = has(Form.TRANSPOSE_A) != right;
        boolean lower = has(Form.UPPER) == turned;
        Arithmetics.chosen()
                .trsm(
                        lower,
                        has(Form.UNIT),
                        factor(3),
                        turned ? a.transposed() : a,
                        right ? b.transposed() : b);
    }

    void potrf() {
        int n = extent(1);
        View a = view(0, n, n);
        int bad = Arithmetics.chosen().potrf(has(Form.UPPER) ? a.transposed() : a);
        if (bad >= 0) {
            throw new NotPositiveDefiniteException(given.longAt(3) + bad + 1, a.get(bad, bad));
        }
    }

    void getrf() {
        int m = extent(1);
        int n = extent(2);
        int bad = Arithmetics.chosen().getrf(view(0, m, n), pivots(1, Math.min(m, n)));
        if (bad >= 0) {
            throw new SingularException(given.longAt(5) + bad + 1);
        }
    }

    void laswp() {
        int m = extent(1);
        int k = extent(3);
        View a = view(0, m, extent(2));
        MemorySegment pivots = pivots(1, k);
        for (int i = 0; i < k; i++) {
            int pivot = pivots.getAtIndex(ValueLayout.JAVA_INT, i);
            if (pivot < 0 || pivot >= m || i >= m) {
                throw wrong("row " + i + " is to change with row " + pivot + " of " + m);
            }
        }
        Arithmetics.chosen().laswp(a, pivots, k, has(Form.BACKWARDS));
    }

    void geqrt() {
        int m = extent(1);
        int n = extent(2);
        if (m < n) {
            throw wrong("there are " + m + " rows for " + n + " columns");
        }
        View t = view(1, n, n);
        t.clear();
        Arithmetics.chosen().geqrt(view(0, m, n), t);
    }

    void gemqrt() {
        int m = extent(1);
        int n = extent(2);
        int k = extent(3);
        if (m < k) {
            throw wrong("there are " + m + " rows for " + k + " reflectors");
        }
        View v = view(0, m, k);
        View t = view(1, k, k);
        View c = view(2, m, n);
        Arithmetics.chosen().gemqrt(has(Form.TRANSPOSE_A), v, t, c);
    }

    void tpqrt() {
        int m = extent(1);
        int n = extent(2);
        View t = view(2, n, n);
        t.clear();
        Arithmetics.chosen().tpqrt(view(0, n, n), view(1, m, n), t);
    }

    void tpmqrt() {
        int m = extent(1);
        int n = extent(2);
        int k = extent(3);
        View v = view(0, m, k);
        View t = view(1, k, k);
        View a = view(2, k, n);
        View b = view(3, m, n);
        Arithmetics.chosen().tpmqrt(has(Form.TRANSPOSE_A), v, t, a, b);
    }

    private boolean has(int bit) {
        return Form.has(form, bit);
    }

    /** Returns an extent: the scalar at this position after the form. */
    private int extent(int position) {
        long extent = given.longAt(scalars + position);
        if (extent < 1 || extent > Integer.MAX_VALUE) {
            throw wrong("an extent is " + extent);
        }
        return (int) extent;
    }

    private double factor(int position) {
        return given.doubleAt(scalars + position);
    }

    /** Returns an operand whose extents after op are given. */
    private View operand(int position, int rows, int columns, boolean transposed) {
        return transposed
                ? view(position, columns, rows).transposed()
                : view(position, rows, columns);
    }

    private View view(int position, int rows, int columns) {
        boolean byColumns = has(Form.COLUMNS);
        int width = byColumns ? rows : columns;
        require(position, (long) rows * columns, rows + " x " + columns);
        if (given.rows(position) > 1 && given.columns(position) != width) {
            throw wrong(
                    "operand %s has lines of %s elements, not %s"
                            .formatted(position, given.columns(position), width));
        }
        long pitch = given.rows(position) == 1 ? width : given.pitch(position);
        return View.of(given.segment(position), single, byColumns, pitch, rows, columns);
    }

    private MemorySegment pivots(int position, int count) {
        require(position, count, Integer.toString(count));
        return given.segment(position).asSlice(0, (long) count * Integer.BYTES);
    }

    private void require(int position, long elements, String what) {
        long there = given.rows(position) * given.columns(position);
        if (there != elements) {
            throw wrong("operand %s has %s elements, not %s".formatted(position, there, what));
        }
    }

    private KernelArgumentException wrong(String what) {
        return new KernelArgumentException("the call of a tile kernel does not fit: " + what);
    }
}
