package org.anabranch.dense;

import org.anabranch.api.Kernel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The kernels for one type of element. Their scalars are best given by {@link TileCalls}; the
 * first, {@code form}, says layout, transposition, triangle, side and diagonal. A tile as wide as
 * its buffer arrives as one long row, so the scalars have all extents.
 */
public final class TileKernels {
    /** For matrices of {@code float}: the names begin with s. */
    public static final TileKernels FLOATS = new TileKernels(true);

    /** For matrices of {@code double}: the names begin with d. */
    public static final TileKernels DOUBLES = new TileKernels(false);

    private final Map<Operation, Kernel> kernels = new EnumMap<>(Operation.class);

    private TileKernels(boolean single) {
        for (Operation operation : Operation.values()) {
            kernels.put(operation, operation.kernel(single));
        }
    }

    /** {@return all of them} */
    public List<Kernel> all() {
        return List.copyOf(kernels.values());
    }

    /** {@return C = alpha op(A) op(B) + beta C} */
    public Kernel gemm() {
        return kernels.get(Operation.GEMM);
    }

    /** {@return a triangle of C = alpha op(A) op(A)' + beta C} */
    public Kernel syrk() {
        return kernels.get(Operation.SYRK);
    }

    /** {@return B = alpha op(A)^-1 B, or alpha B op(A)^-1, with a triangle A} */
    public Kernel trsm() {
        return kernels.get(Operation.TRSM);
    }

    /** {@return a triangle of A becomes its Cholesky factor} */
    public Kernel potrf() {
        return kernels.get(Operation.POTRF);
    }

    /** {@return A becomes its factors L and U, P A = L U, with row interchanges} */
    public Kernel getrf() {
        return kernels.get(Operation.GETRF);
    }

    /** {@return interchanges rows of A} */
    public Kernel laswp() {
        return kernels.get(Operation.LASWP);
    }

    /** {@return A becomes R and the reflectors V of Q = I - V T V'} */
    public Kernel geqrt() {
        return kernels.get(Operation.GEQRT);
    }

    /** {@return C = op(Q) C, with the Q of {@link #geqrt}} */
    public Kernel gemqrt() {
        return kernels.get(Operation.GEMQRT);
    }

    /** {@return a triangle R on top of B becomes R, zeros in place of B, and the reflectors} */
    public Kernel tpqrt() {
        return kernels.get(Operation.TPQRT);
    }

    /** {@return A on top of B is multiplied by op(Q), with the Q of {@link #tpqrt}} */
    public Kernel tpmqrt() {
        return kernels.get(Operation.TPMQRT);
    }
}
