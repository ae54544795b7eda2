package org.anabranch.dense;

import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.dense.arithmetic.View;

import java.lang.foreign.MemorySegment;

/** The code of the kernels: converts arguments to views and calls the arithmetic. */
final class TileWork {
    private final boolean single;
    private final KernelArguments given;
    private final long form;
    private final int scalars;

    private TileWork(boolean single, KernelArguments given, int scalars) {
        this.single = single;
        this.given = given;
        this.scalars = scalars;
        this.form = given.longAt(scalars);
    }

    static void gemm(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 3);
        int m = work.extent(1);
        int n = work.extent(2);
        int k = work.extent(3);
        View a = work.operand(0, m, k, work.has(Form.TRANSPOSE_A));
        View b = work.operand(1, k, n, work.has(Form.TRANSPOSE_B));
        View c = work.view(2, m, n);
        Arithmetics.chosen().gemm(work.factor(4), a, b, work.factor(5), c);
    }

    static void syrk(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 2);
        int n = work.extent(1);
        int k = work.extent(2);
        View a = work.operand(0, n, k, work.has(Form.TRANSPOSE_A));
        View c = work.view(1, n, n);
        View lower = work.has(Form.UPPER) ? c.transposed() : c;
        Arithmetics.chosen().syrk(work.factor(3), a, work.factor(4), lower);
    }

    static void trsm(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 2);
        int m = work.extent(1);
        int n = work.extent(2);
        boolean right = work.has(Form.RIGHT);
        View b = work.view(1, m, n);
        View a = work.view(0, right ? n : m, right ? n : m);
        // X op(A) = B is op(A)' X' = B'
        boolean turned = work.has(Form.TRANSPOSE_A) != right;
        boolean lower = work.has(Form.UPPER) == turned;
        Arithmetics.chosen()
                .trsm(
                        lower,
                        work.has(Form.UNIT),
                        work.factor(3),
                        turned ? a.transposed() : a,
                        right ? b.transposed() : b);
    }

    static void potrf(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 1);
        int n = work.extent(1);
        View a = work.view(0, n, n);
        int bad = Arithmetics.chosen().potrf(work.has(Form.UPPER) ? a.transposed() : a);
        if (bad >= 0) {
            throw new NotPositiveDefiniteException(given.longAt(3) + bad + 1, a.get(bad, bad));
        }
    }

    static void getrf(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 2);
        int m = work.extent(1);
        int n = work.extent(2);
        int bad = Arithmetics.chosen().getrf(work.view(0, m, n), work.pivots(1, Math.min(m, n)));
        if (bad >= 0) {
            throw new SingularException(given.longAt(5) + bad + 1);
        }
    }

    static void laswp(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 2);
        int m = work.extent(1);
        int k = work.extent(3);
        View a = work.view(0, m, work.extent(2));
        MemorySegment pivots = work.pivots(1, k);
        for (int i = 0; i < k; i++) {
            int pivot = pivots.getAtIndex(java.lang.foreign.ValueLayout.JAVA_INT, i);
            if (pivot < 0 || pivot >= m || i >= m) {
                throw work.wrong("row " + i + " is to change with row " + pivot + " of " + m);
            }
        }
        Arithmetics.chosen().laswp(a, pivots, k, work.has(Form.BACKWARDS));
    }

    static void geqrt(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 2);
        int m = work.extent(1);
        int n = work.extent(2);
        if (m < n) {
            throw work.wrong("there are " + m + " rows for " + n + " columns");
        }
        View t = work.view(1, n, n);
        t.clear();
        Arithmetics.chosen().geqrt(work.view(0, m, n), t);
    }

    static void gemqrt(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 3);
        int m = work.extent(1);
        int n = work.extent(2);
        int k = work.extent(3);
        if (m < k) {
            throw work.wrong("there are " + m + " rows for " + k + " reflectors");
        }
        View v = work.view(0, m, k);
        View t = work.view(1, k, k);
        View c = work.view(2, m, n);
        Arithmetics.chosen().gemqrt(work.has(Form.TRANSPOSE_A), v, t, c);
    }

    static void tpqrt(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 3);
        int m = work.extent(1);
        int n = work.extent(2);
        View t = work.view(2, n, n);
        t.clear();
        Arithmetics.chosen().tpqrt(work.view(0, n, n), work.view(1, m, n), t);
    }

    static void tpmqrt(boolean single, KernelArguments given) {
        TileWork work = new TileWork(single, given, 4);
        int m = work.extent(1);
        int n = work.extent(2);
        int k = work.extent(3);
        View v = work.view(0, m, k);
        View t = work.view(1, k, k);
        View a = work.view(2, k, n);
        View b = work.view(3, m, n);
        Arithmetics.chosen().tpmqrt(work.has(Form.TRANSPOSE_A), v, t, a, b);
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
