package org.anabranch.dense;

import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;

import java.util.ArrayList;
import java.util.List;

/**
 * A factory of kernel calls for matrices of one element type and layout. Extents are those of the
 * matrices, not of memory. Ranges are boxes of a buffer of two extents, or contiguous. For {@link
 * Layout#COLUMNS}, a tile of m rows and n columns is a range of n rows of m elements. Extents that
 * do not fit the ranges fail the action; on devices that run the kernel's text the result is NaN.
 * Immutable.
 *
 * @param kernels the kernels for the element type
 * @param layout the layout of all matrices of a call
 */
public record TileCalls(TileKernels kernels, Layout layout) {

    /**
     * Computes C = alpha op(A) op(B) + beta C. With beta 0, C is not read.
     *
     * @param forA op of A
     * @param forB op of B
     * @param m rows of C and op(A)
     * @param n columns of C and op(B)
     * @param k columns of op(A), rows of op(B)
     * @param alpha factor of the product
     * @param a matrix
     * @param b matrix
     * @param beta factor of C
     * @param c matrix
     * @return the call
     */
    public TileCall gemm(
            Transpose forA,
            Transpose forB,
            long m,
            long n,
            long k,
            double alpha,
            Range a,
            Range b,
            double beta,
            Range c) {
        return call(
                TileOperation.GEMM,
                TileText.blocks(m, n),
                ranges(a, b, c),
                Form.a(forA) | Form.b(forB),
                extents(m, n, k),
                alpha,
                beta);
    }

    /**
     * Computes a triangle of C = alpha op(A) op(A)' + beta C.
     *
     * @param triangle of C; the other one is unchanged
     * @param forA op of A
     * @param n rows and columns of C, rows of op(A)
     * @param k columns of op(A)
     * @param alpha factor of the product
     * @param a matrix
     * @param beta factor of C
     * @param c matrix
     * @return the call
     */
    public TileCall syrk(
            Triangle triangle,
            Transpose forA,
            long n,
            long k,
            double alpha,
            Range a,
            double beta,
            Range c) {
        return call(
                TileOperation.SYRK,
                TileText.blocks(n, n),
                ranges(a, c),
                Form.of(triangle) | Form.a(forA),
                extents(n, k),
                alpha,
                beta);
    }

    /**
     * Solves op(A) X = alpha B, or X op(A) = alpha B; B becomes X.
     *
     * @param side the side of A
     * @param triangle of A
     * @param forA op of A
     * @param diagonal of A
     * @param m rows of B
     * @param n columns of B
     * @param alpha factor of B
     * @param a triangular matrix, m x m or n x n
     * @param b matrix
     * @return the call
     */
    public TileCall trsm(
            Side side,
            Triangle triangle,
            Transpose forA,
            Diagonal diagonal,
            long m,
            long n,
            double alpha,
            Range a,
            Range b) {
        int form = Form.of(side) | Form.of(triangle) | Form.a(forA) | Form.of(diagonal);
        return call(
                TileOperation.TRSM,
                TileText.lines(side == Side.LEFT ? n : m),
                ranges(a, b),
                form,
                extents(m, n),
                alpha);
    }

    /**
     * Computes the Cholesky factor of A in one of its triangles. The action fails with {@link
     * NotPositiveDefiniteException} if a pivot is not a positive number. Devices that run the
     * kernel's text cannot report that: such a pivot becomes NaN, and so do the results that depend
     * on it.
     *
     * @param triangle of A
     * @param n rows and columns
     * @param a matrix
     * @param first row of the tile in the whole matrix, from 0, for the message
     * @return the call
     */
    public TileCall potrf(Triangle triangle, long n, Range a, long first) {
        return call(
                TileOperation.POTRF,
                TileText.lines(1),
                ranges(a),
                Form.of(triangle),
                extents(n, first));
    }

    /**
     * Computes the factors of P A = L U. They replace A; the ones on the diagonal of L are not
     * stored. The action fails with {@link SingularException} if all pivots of a column are zero.
     *
     * @param m rows
     * @param n columns
     * @param a matrix, usually many tiles high
     * @param pivots receives min(m, n) numbers of type int: row i was interchanged with row
     *     pivots[i], both from 0 in this matrix, in ascending order of i
     * @param first column of the tile in the whole matrix, from 0, for the message
     * @return the call
     */
    public TileCall getrf(long m, long n, Range a, Range pivots, long first) {
        return call(TileOperation.GETRF, null, ranges(a, pivots), 0, extents(m, n, first));
    }

    /**
     * Interchanges rows as {@link #getrf} did, or undoes that.
     *
     * @param backwards true to undo: the last interchange is done first
     * @param m rows
     * @param n columns
     * @param k number of interchanges
     * @param a matrix
     * @param pivots k numbers of type int
     * @return the call
     */
    public TileCall laswp(boolean backwards, long m, long n, long k, Range a, Range pivots) {
        return call(
                TileOperation.LASWP,
                TileText.lines(n),
                ranges(a, pivots),
                backwards ? Form.BACKWARDS : 0,
                extents(m, n, k));
    }

    /**
     * Computes A = Q R with Q = I - V T V'. R replaces the upper triangle of A. V replaces the part
     * below; the ones on its diagonal are not stored.
     *
     * @param m rows, at least n
     * @param n columns
     * @param a matrix
     * @param t receives T, n x n, with zeros below the diagonal
     * @return the call
     */
    public TileCall geqrt(long m, long n, Range a, Range t) {
        return call(TileOperation.GEQRT, null, ranges(a, t), 0, extents(m, n));
    }

    /**
     * Computes C = op(Q) C, with Q of {@link #geqrt}.
     *
     * @param forQ op of Q
     * @param m rows of C and V
     * @param n columns of C
     * @param k columns of V
     * @param v reflectors: the result of geqrt in A; the part above the diagonal is not used
     * @param t T
     * @param c matrix
     * @return the call
     */
    public TileCall gemqrt(Transpose forQ, long m, long n, long k, Range v, Range t, Range c) {
        return call(TileOperation.GEMQRT, null, ranges(v, t, c), Form.a(forQ), extents(m, n, k));
    }

    /**
     * Computes the QR factorisation of an upper triangle R on top of B, whose reflectors have the
     * identity on top of V. The new triangle replaces R, and V replaces B.
     *
     * @param m rows of B
     * @param n rows and columns of R, columns of B
     * @param r matrix; the part below its diagonal is neither read nor written
     * @param b matrix
     * @param t receives T, n x n, with zeros below the diagonal
     * @return the call
     */
    public TileCall tpqrt(long m, long n, Range r, Range b, Range t) {
        return call(TileOperation.TPQRT, null, ranges(r, b, t), 0, extents(m, n));
    }

    /**
     * Multiplies A on top of B by op(Q), with Q of {@link #tpqrt}.
     *
     * @param forQ op of Q
     * @param m rows of B and V
     * @param n columns of A and B
     * @param k rows of A, columns of V
     * @param v reflectors
     * @param t T
     * @param a matrix
     * @param b matrix
     * @return the call
     */
    public TileCall tpmqrt(
            Transpose forQ, long m, long n, long k, Range v, Range t, Range a, Range b) {
        return call(TileOperation.TPMQRT, null, ranges(v, t, a, b), Form.a(forQ), extents(m, n, k));
    }

    private static Range[] ranges(Range... ranges) {
        return ranges;
    }

    private static long[] extents(long... extents) {
        return extents;
    }

    /** Returns a call with the common order of arguments: operands, form, extents, factors. */
    private TileCall call(
            TileOperation operation,
            Loop loop,
            Range[] ranges,
            int form,
            long[] extents,
            double... factors) {
        Kernel kernel = kernels.of(operation);
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i < ranges.length; i++) {
            arguments.add(new Operand(ranges[i], kernel.parameters().get(i).mode()));
        }
        arguments.add(Argument.of(Form.of(layout) | form));
        for (long extent : extents) {
            arguments.add(Argument.of(extent));
        }
        for (double factor : factors) {
            arguments.add(Argument.of(factor));
        }
        return new TileCall(kernel, loop, arguments.toArray(Argument[]::new));
    }
}
