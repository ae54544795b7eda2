package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Range;
import org.anabranch.api.Tiles;
import org.anabranch.dense.arithmetic.View;

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
        View left = tile(a, rows, depth);
        View right = tile(b, depth, columns);
        View before = tile(c, rows, columns);
        MemorySegment sum = c.buffer().write().asSlice(c.region().offset());
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                double value = before.get(i, j);
                for (int k = 0; k < depth; k++) {
                    value += left.get(i, k) * right.get(k, j);
                }
                sum.setAtIndex(JAVA_DOUBLE, i * before.rowStep() + j, value);
            }
        }
    }

    private static long elements(Range range) {
        return range.region().bytes() / Double.BYTES;
    }

    private static View tile(Range range, int rows, int columns) {
        MemorySegment memory = range.buffer().read().asSlice(range.region().offset());
        long pitch = range.buffer().shape().columns();
        return View.of(memory, false, false, pitch, rows, columns);
    }
}
