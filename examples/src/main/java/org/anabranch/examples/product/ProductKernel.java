package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/** The kernel of the matrix product: one tile of C += A B, in doubles, element by element of C. */
public final class ProductKernel {
    /** The kernel C += A B for tiles of any size that fit. */
    public static final Kernel GEMM =
            Kernel.of("gemm", Parameter.in("a"), Parameter.in("b"), Parameter.inOut("c"))
                    .java(ProductKernel::run);

    private ProductKernel() {}

    /**
     * Runs the kernel. A tile as wide as its matrix arrives as one long row, so the extents are
     * computed.
     */
    private static void run(Piece piece, KernelArguments arguments) {
        MemorySegment a = arguments.segment(0);
        MemorySegment b = arguments.segment(1);
        MemorySegment c = arguments.segment(2);
        long allA = arguments.rows(0) * arguments.columns(0);
        long allB = arguments.rows(1) * arguments.columns(1);
        long allC = arguments.rows(2) * arguments.columns(2);
        long rows = rows(allA, allB, allC);
        long depth = allA / rows;
        long columns = allC / rows;
        long pitchA = arguments.rows(0) == 1 ? depth : arguments.pitch(0);
        long pitchB = arguments.rows(1) == 1 ? columns : arguments.pitch(1);
        long pitchC = arguments.rows(2) == 1 ? columns : arguments.pitch(2);
        long wide = arguments.columns(2);
        for (long y = piece.low0(); y < piece.high0(); y += piece.stride0()) {
            for (long x = piece.low1(); x < piece.high1(); x += piece.stride1()) {
                long i = (y * wide + x) / columns;
                long j = (y * wide + x) % columns;
                double sum = c.getAtIndex(JAVA_DOUBLE, i * pitchC + j);
                for (long k = 0; k < depth; k++) {
                    sum +=
                            a.getAtIndex(JAVA_DOUBLE, i * pitchA + k)
                                    * b.getAtIndex(JAVA_DOUBLE, k * pitchB + j);
                }
                c.setAtIndex(JAVA_DOUBLE, i * pitchC + j, sum);
            }
        }
    }

    /**
     * Returns the number of rows of A and C, which follows from the sizes of the three operands.
     *
     * @throws KernelArgumentException if they do not fit
     */
    static long rows(long a, long b, long c) {
        long rows = Math.round(Math.sqrt((double) a * c / b));
        if (rows < 1 || a % rows != 0 || c % rows != 0 || a / rows * (c / rows) != b) {
            throw new KernelArgumentException(
                    "tiles of " + a + ", " + b + " and " + c + " elements do not fit in a product");
        }
        return rows;
    }
}
