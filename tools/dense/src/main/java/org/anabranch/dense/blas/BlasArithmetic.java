package org.anabranch.dense.blas;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.dense.arithmetic.BlockedArithmetic;
import org.anabranch.dense.arithmetic.View;

import java.lang.foreign.MemorySegment;

/**
 * The arithmetic of a BLAS. Operations that it lacks, or lacks for a layout, are halved recursively
 * into products and triangles. Row layouts are handled as columns of the transpose.
 */
public final class BlasArithmetic extends BlockedArithmetic {
    private final Functions floats;
    private final Functions doubles;
    private final String name;

    /**
     * Binds the functions.
     *
     * @param library the library
     * @throws IllegalArgumentException if it lacks a function of a BLAS
     */
    public BlasArithmetic(BlasLibrary library) {
        this.floats = new Functions(library, true);
        this.doubles = new Functions(library, false);
        this.name = library.describe();
    }

    private Functions functions(View view) {
        return view.single() ? floats : doubles;
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public boolean isNative() {
        return true;
    }

    @Override
    public void gemm(double alpha, View a, View b, double beta, View c) {
        if (!c.byColumns()) {
            gemm(alpha, b.transposed(), a.transposed(), beta, c.transposed());
        } else if (c.rows() > 0 && c.columns() > 0) {
            functions(c).gemm(alpha, a, b, beta, c);
        }
    }

    @Override
    public void syrk(double alpha, View a, double beta, View c) {
        boolean lower = c.byColumns();
        functions(c).syrk(lower, alpha, a, beta, lower ? c : c.transposed());
    }

    /** Calls the BLAS for small triangles only: it solves at half the speed of a product. */
    @Override
    protected void solveSmall(boolean lower, boolean unit, View t, View b) {
        functions(b).trsm(lower, unit, 1, t, b);
    }

    @Override
    public int potrf(View a) {
        boolean lower = a.byColumns();
        return functions(a).hasPotrf()
                ? functions(a).potrf(lower, lower ? a : a.transposed())
                : super.potrf(a);
    }

    @Override
    public int getrf(View a, MemorySegment pivots) {
        if (!a.byColumns() || !functions(a).hasGetrf()) {
            return super.getrf(a, pivots);
        }
        int bad = functions(a).getrf(a, pivots);
        for (int i = Math.min(a.rows(), a.columns()) - 1; i >= 0; i--) {
            pivots.setAtIndex(
                    JAVA_INT, i, pivots.getAtIndex(JAVA_INT, i) - 1); // LAPACK counts from 1
        }
        return bad;
    }
}
