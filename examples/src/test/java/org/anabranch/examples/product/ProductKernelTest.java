package org.anabranch.examples.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.KernelArgumentException;
import org.anabranch.api.Piece;
import org.anabranch.api.Range;
import org.anabranch.api.Region;
import org.anabranch.api.Tiles;
import org.anabranch.examples.fixture.DirectRun;
import org.anabranch.examples.fixture.PlainBuffer;
import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

class ProductKernelTest {
    private final SplittableRandom random = new SplittableRandom(2);

    private PlainBuffer matrix(long rows, long columns) {
        PlainBuffer buffer = PlainBuffer.of(JAVA_DOUBLE, rows, columns);
        for (long i = 0; i < rows * columns; i++) {
            buffer.memory().setAtIndex(JAVA_DOUBLE, i, random.nextDouble() - 0.5);
        }
        return buffer;
    }

    /** The arguments of a kernel that runs without a loop: the rows and columns of C. */
    private static Piece elements(Range c) {
        Region region = c.region();
        long columns = region.width() / Double.BYTES;
        return new Piece(2, 0, region.height(), 1, 0, columns, 1, 0, 1, 1);
    }

    /**
     * Tiles that do not divide, tiles of a single row or column, tiles as wide as the matrix: all
     * extents are found.
     */
    @Test
    void tiledProductHasTheBitsOfThePlainLoop() {
        for (int round = 0; round < 300; round++) {
            int m = random.nextInt(1, 30);
            int n = random.nextInt(1, 30);
            int k = random.nextInt(1, 30);
            int tile = random.nextInt(1, 35);
            PlainBuffer a = matrix(m, k);
            PlainBuffer b = matrix(k, n);
            PlainBuffer plain = PlainBuffer.of(JAVA_DOUBLE, m, n);
            PlainBuffer kernel = PlainBuffer.of(JAVA_DOUBLE, m, n);
            PlainProduct.multiply(a.tiles(m, k), b.tiles(k, n), plain.tiles(m, n));
            Tiles as = a.tiles(tile, tile);
            Tiles bs = b.tiles(tile, tile);
            Tiles cs = kernel.tiles(tile, tile);
            for (long i = 0; i < cs.rows(); i++) {
                for (long j = 0; j < cs.columns(); j++) {
                    for (long l = 0; l < as.columns(); l++) {
                        DirectRun.run(
                                ProductKernel.GEMM,
                                elements(cs.tile(i, j)),
                                as.tile(i, l).in(),
                                bs.tile(l, j).in(),
                                cs.tile(i, j).inOut());
                    }
                }
            }
            assertEquals(
                    -1,
                    plain.memory().mismatch(kernel.memory()),
                    m + " " + k + " " + n + " " + tile);
        }
    }

    @Test
    void tilesThatDoNotFitAreRefused() {
        PlainBuffer a = matrix(4, 4);
        assertThrows(
                KernelArgumentException.class,
                () ->
                        DirectRun.run(
                                ProductKernel.GEMM,
                                Piece.of(0, 1, 1),
                                a.box(0, 0, 2, 3).in(),
                                a.box(0, 0, 2, 2).in(),
                                matrix(4, 4).box(0, 0, 2, 2).inOut()));
    }
}
