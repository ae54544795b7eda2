package org.anabranch.examples.product;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.examples.job.OpenClCode;
import org.anabranch.examples.matrix.Tile;
import org.anabranch.examples.matrix.TileProduct;

/** The kernel of the matrix product: one tile of C += A B, in doubles. */
public final class ProductKernel {
    /** C += A B for tiles of any size that fit. */
    public static final Kernel GEMM =
            Kernel.of("gemm", Parameter.in("a"), Parameter.in("b"), Parameter.inOut("c"))
                    .java(ProductKernel::run)
                    .with(OpenClCode.function("product"));

    private ProductKernel() {}

    private static void run(Piece piece, KernelArguments arguments) {
        Extents extents =
                Extents.of(
                        Tile.elements(arguments, 0),
                        Tile.elements(arguments, 1),
                        Tile.elements(arguments, 2));
        Tile a = Tile.of(arguments, 0, extents.rows, extents.depth);
        Tile b = Tile.of(arguments, 1, extents.depth, extents.columns);
        TileProduct.add(Tile.of(arguments, 2, extents.rows, extents.columns), 1, a, b);
    }

    /**
     * The extents of a product, which follow from the sizes of its three operands.
     *
     * @param rows rows of A and C
     * @param columns columns of B and C
     * @param depth columns of A, rows of B
     */
    record Extents(int rows, int columns, int depth) {

        static Extents of(long a, long b, long c) {
            if (a > 0 && b > 0 && c > 0) {
                int rows = (int) Math.round(Math.sqrt((double) a * c / b));
                if (rows > 0 && a % rows == 0 && c % rows == 0 && a / rows * (c / rows) == b) {
                    return new Extents(rows, (int) (c / rows), (int) (a / rows));
                }
            }
            throw new KernelArgumentException(
                    "tiles of " + a + ", " + b + " and " + c + " elements do not fit in a product");
        }
    }
}
