package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Range;
import org.anabranch.api.Tiles;
import org.anabranch.examples.matrix.MatrixTile;

import java.lang.foreign.MemorySegment;

/**
 * The plain tiled loop on the host, in one thread: the reference for code size and results of
 * {@link StreamedProduct}.
 */
final class PlainProduct {

    private PlainProduct() {}

    /** Computes C += A B. */
    static void multiply(Tiles a, Tiles b, Tiles c) {
        for (long j = 0; j < c.columns(); j++) {
            for (long i = 0; i < c.rows(); i++) {
                for (long k = 0; k < a.columns(); k++) {
                    gemm(a.tile(i, k), b.tile(k, j), c.tile(i, j));
                }
            }
        }
    }

    private static void gemm(Range a, Range b, Range c) {
        int rows = (int) ProductKernel.rows(elements(a), elements(b), elements(c));
        int columns = (int) (elements(c) / rows);
        int depth = (int) (elements(a) / rows);
        MatrixTile left = tile(a, a.buffer().read(), rows, depth);
        MatrixTile right = tile(b, b.buffer().read(), depth, columns);
        MatrixTile sum = tile(c, c.buffer().write(), rows, columns);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double value = sum.get(i, j);
                for (int k = 0; k < depth; k++) {
                    value += left.get(i, k) * right.get(k, j);
                }
                sum.memory().setAtIndex(JAVA_DOUBLE, i * sum.pitch() + j, value);
            }
        }
    }

    private static long elements(Range range) {
        return range.region().bytes() / Double.BYTES;
    }

    private static MatrixTile tile(Range range, MemorySegment buffer, int rows, int columns) {
        long pitch = range.buffer().shape().columns();
        return new MatrixTile(buffer.asSlice(range.region().offset()), pitch, rows, columns);
    }
}
