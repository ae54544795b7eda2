package org.anabranch.examples.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The check of a solution of A X = B: the largest of |b - A x| / |A| |x| n e over the columns, in
 * the norm that sums absolute values (dget02 of LAPACK's tests, with n).
 *
 * @param platform the platform
 * @param matrix A, square
 * @param sides B
 */
record SystemCheck(Platform platform, Buffer matrix, Buffer sides) {

    double ratio(Buffer x) {
        long n = matrix.shape().rows();
        int count = Math.toIntExact(x.shape().rows());
        MemorySegment a = matrix.read();
        MemorySegment b = sides.read();
        MemorySegment found = x.read();
        double norm = Sample.norm(matrix);
        double[] ratios = new double[count];
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    Loop.of(0, count),
                    j -> ratios[(int) j] = ratio(a, norm, n, column(found, n, j), column(b, n, j)));
        }
        return Arrays.stream(ratios).max().orElse(0); // keeps a NaN
    }

    private static double[] column(MemorySegment matrix, long n, long j) {
        return Sample.column(matrix, n, j, n).toArray(JAVA_DOUBLE);
    }

    private static double ratio(MemorySegment a, double norm, long n, double[] x, double[] b) {
        double[] column = new double[b.length];
        double size = 0;
        for (int k = 0; k < n; k++) {
            MemorySegment.copy(a, JAVA_DOUBLE, k * n * Double.BYTES, column, 0, b.length);
            for (int i = 0; i < n; i++) {
                b[i] -= column[i] * x[k];
            }
            size += Math.abs(x[k]);
        }
        double rest = 0;
        for (double difference : b) {
            rest += Math.abs(difference);
        }
        return Sample.ratio(rest, n, norm, size);
    }
}
