package org.anabranch.dense.arithmetic;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Recursive implementations of all operations except the product: matrices are halved until a part
 * is small, so that almost all arithmetic is in products (S. Toledo, "Locality of reference in LU
 * decomposition with partial pivoting", SIAM J. Matrix Anal. Appl. 18, 1997; E. Elmroth and F.
 * Gustavson, "Applying recursion to serial and parallel QR factorization leads to better
 * performance", IBM J. Res. Dev. 44, 2000). Small parts are computed in doubles on arrays, by
 * {@link SmallParts}.
 */
public abstract class BlockedArithmetic implements Arithmetic {
    private static final int TRIANGLE = 32;
    private static final int SQUARE = 48;
    private static final int PANEL = 8;

    private static int half(int n) {
        return n <= 2 * TRIANGLE ? n / 2 : (n / 2 + TRIANGLE - 1) / TRIANGLE * TRIANGLE;
    }

    @Override
    public void syrk(double alpha, View a, double beta, View c) {
        int n = c.rows();
        if (n <= SQUARE) {
            try (Arena arena = Arena.ofConfined()) {
                View product = View.temporary(arena, c.single(), n, n);
                gemm(alpha, a, a.transposed(), 0, product);
                SmallParts.addLower(product, beta, c);
            }
            return;
        }
        int head = half(n);
        int tail = n - head;
        View top = a.part(0, 0, head, a.columns());
        View bottom = a.part(head, 0, tail, a.columns());
        syrk(alpha, top, beta, c.part(0, 0, head, head));
        gemm(alpha, bottom, top.transposed(), beta, c.part(head, 0, tail, head));
        syrk(alpha, bottom, beta, c.part(head, head, tail, tail));
    }

    @Override
    public void trsm(boolean lower, boolean unit, double alpha, View t, View b) {
        if (alpha != 1) {
            b.scale(alpha);
        }
        solve(lower, unit, t, b);
    }

    private void solve(boolean lower, boolean unit, View t, View b) {
        int n = t.rows();
        if (n <= TRIANGLE) {
            solveSmall(lower, unit, t, b);
            return;
        }
        int head = half(n);
        int tail = n - head;
        View first = b.part(0, 0, head, b.columns());
        View second = b.part(head, 0, tail, b.columns());
        View corner = t.part(0, 0, head, head);
        View end = t.part(head, head, tail, tail);
        if (lower) {
            solve(true, unit, corner, first);
            gemm(-1, t.part(head, 0, tail, head), first, 1, second);
            solve(true, unit, end, second);
        } else {
            solve(false, unit, end, second);
            gemm(-1, t.part(0, head, head, tail), second, 1, first);
            solve(false, unit, corner, first);
        }
    }

    /**
     * Computes B = T^-1 B for a T of at most 32 rows.
     *
     * @param lower true if T is a lower triangle
     * @param unit true if its diagonal is ones
     * @param t square matrix, of which only the triangle is read
     * @param b matrix
     */
    protected void solveSmall(boolean lower, boolean unit, View t, View b) {
        SmallParts.solve(lower, unit, t, b);
    }

    @Override
    public int potrf(View a) {
        int n = a.rows();
        if (n <= TRIANGLE) {
            return SmallParts.factor(a);
        }
        int head = half(n);
        int tail = n - head;
        View corner = a.part(0, 0, head, head);
        View below = a.part(head, 0, tail, head);
        View end = a.part(head, head, tail, tail);
        int bad = potrf(corner);
        if (bad >= 0) {
            return bad;
        }
        trsm(true, false, 1, corner, below.transposed());
        syrk(-1, below, 1, end);
        bad = potrf(end);
        return bad < 0 ? bad : head + bad;
    }

    @Override
    public int getrf(View a, MemorySegment pivots) {
        int columns = Math.min(a.rows(), a.columns());
        View left = a.part(0, 0, a.rows(), columns);
        int bad = eliminate(left, pivots);
        if (columns < a.columns()) {
            View right = a.part(0, columns, a.rows(), a.columns() - columns);
            laswp(right, pivots, columns, false);
            trsm(true, true, 1, left, right);
        }
        return bad;
    }

    /** Factors a matrix that is at least as high as wide. */
    private int eliminate(View a, MemorySegment pivots) {
        int n = a.columns();
        if (n <= PANEL) {
            return SmallParts.eliminate(a, pivots);
        }
        int head = n / 2;
        int tail = n - head;
        int under = a.rows() - head;
        View left = a.part(0, 0, a.rows(), head);
        View right = a.part(0, head, a.rows(), tail);
        View below = a.part(head, head, under, tail);
        MemorySegment rest = pivots.asSlice((long) head * Integer.BYTES);
        int bad = eliminate(left, pivots);
        laswp(right, pivots, head, false);
        trsm(true, true, 1, a.part(0, 0, head, head), a.part(0, head, head, tail));
        gemm(-1, a.part(head, 0, under, head), a.part(0, head, head, tail), 1, below);
        int worse = eliminate(below, rest);
        laswp(a.part(head, 0, under, head), rest, tail, false);
        for (int i = 0; i < tail; i++) {
            rest.setAtIndex(JAVA_INT, i, rest.getAtIndex(JAVA_INT, i) + head);
        }
        return bad >= 0 || worse < 0 ? bad : head + worse;
    }

    @Override
    public void laswp(View a, MemorySegment pivots, int count, boolean backwards) {
        SmallParts.interchange(a, pivots, count, backwards);
    }

    @Override
    public void geqrt(View a, View t) {
        int n = a.columns();
        if (n == 1) {
            t.set(0, 0, SmallParts.reflect(a));
            return;
        }
        int head = n / 2;
        int tail = n - head;
        int under = a.rows() - head;
        View left = a.part(0, 0, a.rows(), head);
        View below = a.part(head, head, under, tail);
        View first = t.part(0, 0, head, head);
        View second = t.part(head, head, tail, tail);
        geqrt(left, first);
        gemqrt(true, left, first, a.part(0, head, a.rows(), tail));
        geqrt(below, second);
        try (Arena arena = Arena.ofConfined()) {
            View v = SmallParts.unitLower(arena, below);
            View w = View.temporary(arena, a.single(), head, tail);
            gemm(1, a.part(head, 0, tail, head).transposed(), v, 0, w);
            if (under > tail) {
                View rest = a.part(head + tail, 0, under - tail, head);
                gemm(1, rest.transposed(), below.part(tail, 0, under - tail, tail), 1, w);
            }
            combine(arena, first, w, second, t);
        }
    }

    /** Computes the off-diagonal block of T, -T1 W T2, with zeros below. */
    private void combine(Arena arena, View first, View w, View second, View t) {
        View product = View.temporary(arena, t.single(), w.rows(), w.columns());
        gemm(1, w, second, 0, product);
        gemm(-1, first, product, 0, t.part(0, w.rows(), w.rows(), w.columns()));
        t.part(w.rows(), 0, w.columns(), w.rows()).scale(0);
    }

    @Override
    public void gemqrt(boolean transposed, View v, View t, View c) {
        int k = v.columns();
        int under = v.rows() - k;
        View head = c.part(0, 0, k, c.columns());
        View rest = c.part(k, 0, under, c.columns());
        View below = v.part(k, 0, under, k);
        try (Arena arena = Arena.ofConfined()) {
            View corner = SmallParts.unitLower(arena, v);
            View w = View.temporary(arena, c.single(), k, c.columns());
            View turned = View.temporary(arena, c.single(), k, c.columns());
            gemm(1, corner.transposed(), head, 0, w);
            if (under > 0) {
                gemm(1, below.transposed(), rest, 1, w);
            }
            gemm(1, transposed ? t.transposed() : t, w, 0, turned);
            gemm(-1, corner, turned, 1, head);
            if (under > 0) {
                gemm(-1, below, turned, 1, rest);
            }
        }
    }

    @Override
    public void tpqrt(View r, View b, View t) {
        int n = r.columns();
        if (n == 1) {
            t.set(0, 0, SmallParts.reflect(r, b));
            return;
        }
        int head = n / 2;
        int tail = n - head;
        View left = b.part(0, 0, b.rows(), head);
        View right = b.part(0, head, b.rows(), tail);
        View first = t.part(0, 0, head, head);
        View second = t.part(head, head, tail, tail);
        tpqrt(r.part(0, 0, head, head), left, first);
        tpmqrt(true, left, first, r.part(0, head, head, tail), right);
        tpqrt(r.part(head, head, tail, tail), right, second);
        try (Arena arena = Arena.ofConfined()) {
            View w = View.temporary(arena, t.single(), head, tail);
            gemm(1, left.transposed(), right, 0, w);
            combine(arena, first, w, second, t);
        }
    }

    @Override
    public void tpmqrt(boolean transposed, View v, View t, View a, View b) {
        try (Arena arena = Arena.ofConfined()) {
            View w = View.temporary(arena, a.single(), a.rows(), a.columns());
            View turned = View.temporary(arena, a.single(), a.rows(), a.columns());
            w.copyFrom(a);
            gemm(1, v.transposed(), b, 1, w);
            gemm(1, transposed ? t.transposed() : t, w, 0, turned);
            SmallParts.subtract(turned, a);
            gemm(-1, v, turned, 1, b);
        }
    }
}
