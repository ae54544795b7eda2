package org.anabranch.dense;

import org.anabranch.api.Kernel;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The kernels for one element type. {@link TileCalls} provides their scalars; the first, {@code
 * form}, encodes layout, transposition, triangle, side and diagonal. A tile as wide as its buffer
 * arrives as one long row, so the scalars have all extents.
 */
public final class TileKernels {
    /** The kernels for {@code float}, whose names begin with s. */
    public static final TileKernels FLOATS = new TileKernels(true);

    /** The kernels for {@code double}, whose names begin with d. */
    public static final TileKernels DOUBLES = new TileKernels(false);

    private final Map<Operation, Kernel> kernels = new EnumMap<>(Operation.class);

    private TileKernels(boolean single) {
        for (Operation operation : Operation.values()) {
            kernels.put(operation, operation.kernel(single));
        }
    }

    /** {@return all kernels} */
    public List<Kernel> all() {
        return List.copyOf(kernels.values());
    }

    /** {@return the kernel for C = alpha op(A) op(B) + beta C} */
    public Kernel gemm() {
        return kernels.get(Operation.GEMM);
    }

    /** {@return the kernel for a triangle of C = alpha op(A) op(A)' + beta C} */
    public Kernel syrk() {
        return kernels.get(Operation.SYRK);
    }

    /** {@return the kernel for B = alpha op(A)^-1 B, or alpha B op(A)^-1, with a triangle A} */
    public Kernel trsm() {
        return kernels.get(Operation.TRSM);
    }

    /** {@return the kernel for the Cholesky factorisation of a triangle of A} */
    public Kernel potrf() {
        return kernels.get(Operation.POTRF);
    }

    /** {@return the kernel for the factorisation P A = L U with row interchanges} */
    public Kernel getrf() {
        return kernels.get(Operation.GETRF);
    }

    /** {@return the kernel that interchanges rows of A} */
    public Kernel laswp() {
        return kernels.get(Operation.LASWP);
    }

    /**
     * {@return the kernel for the factorisation of A into R and the reflectors V of Q = I - V T V'}
     */
    public Kernel geqrt() {
        return kernels.get(Operation.GEQRT);
    }

    /** {@return the kernel for C = op(Q) C, with the Q of {@link #geqrt}} */
    public Kernel gemqrt() {
        return kernels.get(Operation.GEMQRT);
    }

    /** {@return the kernel for the QR factorisation of a triangle R on top of B} */
    public Kernel tpqrt() {
        return kernels.get(Operation.TPQRT);
    }

    /** {@return the kernel that multiplies A on top of B by op(Q), with the Q of {@link #tpqrt}} */
    public Kernel tpmqrt() {
        return kernels.get(Operation.TPMQRT);
    }
}
