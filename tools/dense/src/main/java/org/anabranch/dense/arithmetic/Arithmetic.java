package org.anabranch.dense.arithmetic;

import java.lang.foreign.MemorySegment;

/**
 * The operations on tiles, in the terms of LAPACK. Transpositions are those of the views.
 * Thread-safe, as long as the written matrices are different ones.
 */
public interface Arithmetic {

    /** {@return a description of the implementation, for people} */
    String describe();

    /** {@return true if a native library computes, which is as fast at the first call as later} */
    default boolean isNative() {
        return false;
    }

    /**
     * Computes C = alpha A B + beta C; with beta 0, C is not read.
     *
     * @param alpha factor of the product
     * @param a matrix
     * @param b matrix
     * @param beta factor of C
     * @param c matrix
     */
    void gemm(double alpha, View a, View b, double beta, View c);

    /**
     * Computes the lower triangle of C = alpha A A' + beta C.
     *
     * @param alpha factor of the product
     * @param a matrix
     * @param beta factor of C
     * @param c square matrix
     */
    void syrk(double alpha, View a, double beta, View c);

    /**
     * Computes B = alpha T^-1 B.
     *
     * @param lower true if T is a lower triangle
     * @param unit true if its diagonal is ones
     * @param alpha factor of B
     * @param t square matrix, of which only the triangle is read
     * @param b matrix
     */
    void trsm(boolean lower, boolean unit, double alpha, View t, View b);

    /**
     * Computes the Cholesky factor in the lower triangle.
     *
     * @param a matrix
     * @return the first pivot, from 0, that is not a positive number, with its value left in place;
     *     or -1
     */
    int potrf(View a);

    /**
     * Computes the factors of P A = L U, which replace A.
     *
     * @param a matrix
     * @param pivots receives an int for each of min(m, n) interchanges, from 0
     * @return the first column, from 0, without a nonzero pivot, or -1
     */
    int getrf(View a, MemorySegment pivots);

    /**
     * Interchanges rows.
     *
     * @param a matrix
     * @param pivots an int for each interchange, from 0
     * @param count number of interchanges
     * @param backwards true to begin with the last one
     */
    void laswp(View a, MemorySegment pivots, int count, boolean backwards);

    /**
     * Computes A = Q R with Q = I - V T V'; R and V replace A.
     *
     * @param a matrix, at least as high as wide
     * @param t receives T, with zeros below the diagonal
     */
    void geqrt(View a, View t);

    /**
     * Computes C = op(Q) C.
     *
     * @param transposed true if op is the transpose
     * @param v reflectors, a unit lower trapezoid
     * @param t T
     * @param c matrix
     */
    void gemqrt(boolean transposed, View v, View t, View c);

    /**
     * Computes the QR factorisation of a triangle on top of a matrix.
     *
     * @param r upper triangle, replaced by the new one
     * @param b matrix, replaced by V
     * @param t receives T, with zeros below the diagonal
     */
    void tpqrt(View r, View b, View t);

    /**
     * Multiplies A on top of B by op(Q).
     *
     * @param transposed true if op is the transpose
     * @param v reflectors below an identity
     * @param t T
     * @param a matrix
     * @param b matrix
     */
    void tpmqrt(boolean transposed, View v, View t, View a, View b);
}
