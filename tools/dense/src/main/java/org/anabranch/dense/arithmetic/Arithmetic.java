package org.anabranch.dense.arithmetic;

import java.lang.foreign.MemorySegment;

/**
 * The operations on tiles, in the terms of LAPACK. Transpositions are those of the views. Any
 * number of threads may use it at once, on different matrices that are written.
 */
public interface Arithmetic {

    /** {@return what computes, in words for a person} */
    String describe();

    /** {@return whether machine code of a library computes, as fast at first as later} */
    default boolean isNative() {
        return false;
    }

    /**
     * C = alpha A B + beta C; with beta 0, C is not read.
     *
     * @param alpha factor of the product
     * @param a matrix
     * @param b matrix
     * @param beta factor of C
     * @param c matrix
     */
    void gemm(double alpha, View a, View b, double beta, View c);

    /**
     * The lower triangle of C = alpha A A' + beta C.
     *
     * @param alpha factor of the product
     * @param a matrix
     * @param beta factor of C
     * @param c square matrix
     */
    void syrk(double alpha, View a, double beta, View c);

    /**
     * B = alpha T^-1 B.
     *
     * @param lower whether T is a lower triangle
     * @param unit whether its diagonal is ones
     * @param alpha factor of B
     * @param t square matrix, of which only the triangle is read
     * @param b matrix
     */
    void trsm(boolean lower, boolean unit, double alpha, View t, View b);

    /**
     * The lower triangle becomes the Cholesky factor.
     *
     * @param a square matrix
     * @return the first pivot, from 0, that is no positive number and is then what it should not
     *     be, or -1
     */
    int potrf(View a);

    /**
     * A becomes L and U, P A = L U.
     *
     * @param a matrix
     * @param pivots gets an int for each of min(m, n) interchanges, from 0
     * @return the first column, from 0, without a pivot, or -1
     */
    int getrf(View a, MemorySegment pivots);

    /**
     * Interchanges rows.
     *
     * @param a matrix
     * @param pivots an int for each interchange, from 0
     * @param count number of interchanges
     * @param backwards whether the last one is first
     */
    void laswp(View a, MemorySegment pivots, int count, boolean backwards);

    /**
     * A becomes R and V, Q = I - V T V'.
     *
     * @param a matrix, at least as high as wide
     * @param t gets T, with zeros below the diagonal
     */
    void geqrt(View a, View t);

    /**
     * C = op(Q) C.
     *
     * @param transposed whether op is the transpose
     * @param v reflectors, a unit lower trapezoid
     * @param t T
     * @param c matrix
     */
    void gemqrt(boolean transposed, View v, View t, View c);

    /**
     * The QR factorisation of a triangle on top of a matrix.
     *
     * @param r upper triangle, becomes the new one
     * @param b matrix, becomes V
     * @param t gets T, with zeros below the diagonal
     */
    void tpqrt(View r, View b, View t);

    /**
     * A on top of B = op(Q) times both.
     *
     * @param transposed whether op is the transpose
     * @param v reflectors below an identity
     * @param t T
     * @param a matrix
     * @param b matrix
     */
    void tpmqrt(boolean transposed, View v, View t, View a, View b);
}
