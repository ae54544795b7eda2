package org.anabranch.examples.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The sampled columns of a matrix, and their norms; matrices are stored by columns. */
final class Sample {
    private static final int ALL = 2048;
    private static final int SOME = 256;
    private static final double EPSILON = Math.ulp(1.0) / 2;

    private Sample() {}

    /** Returns all columns of a small matrix, some of a large one. */
    static int[] columns(long count) {
        if (count <= ALL) {
            return IntStream.range(0, (int) count).toArray();
        }
        return new SplittableRandom(count)
                .ints(0, Math.toIntExact(count))
                .distinct()
                .limit(SOME)
                .toArray();
    }

    /** Returns part of a column. */
    static MemorySegment column(MemorySegment matrix, long rows, long column, long count) {
        return matrix.asSlice(column * rows * Double.BYTES, count * Double.BYTES);
    }

    /** Returns the largest sum of absolute values in a column. */
    static double norm(Buffer matrix) {
        MemorySegment elements = matrix.read();
        long rows = matrix.shape().columns();
        double norm = 0;
        for (long j = 0; j < matrix.shape().rows(); j++) {
            double sum = 0;
            for (long i = 0; i < rows; i++) {
                sum += Math.abs(elements.getAtIndex(JAVA_DOUBLE, j * rows + i));
            }
            norm = Math.max(norm, sum); // keeps a NaN
        }
        return norm;
    }

    /**
     * Returns that norm for the difference between sampled columns of a matrix and a matrix of
     * these.
     */
    static double distance(Buffer matrix, int[] sample, Buffer found) {
        MemorySegment elements = matrix.read();
        MemorySegment others = found.read();
        long rows = matrix.shape().columns();
        double norm = 0;
        for (int s = 0; s < sample.length; s++) {
            double sum = 0;
            for (long i = 0; i < rows; i++) {
                sum +=
                        Math.abs(
                                elements.getAtIndex(JAVA_DOUBLE, sample[s] * rows + i)
                                        - others.getAtIndex(JAVA_DOUBLE, s * rows + i));
            }
            norm = Math.max(norm, sum);
        }
        return norm;
    }

    /** Returns a norm in units of n e times the given norms; zero is zero. */
    static double ratio(double norm, long n, double... scales) {
        double unit = n * EPSILON;
        for (double scale : scales) {
            unit *= scale;
        }
        return norm == 0 ? 0 : norm / unit;
    }
}
