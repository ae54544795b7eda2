package org.anabranch.examples.factor;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;

/** Test matrices of the kinds that LAPACK uses, if the user gives none. */
final class ModelMatrix {
    static final List<String> KINDS = List.of("random", "graded", "nearly-singular");
    private static final long SEED = 19920101;

    private ModelMatrix() {}

    /**
     * Fills a square matrix, column by column: random numbers from -1 to 1; the same with rows and
     * columns that get smaller by ten to the twelfth and to the sixth; or the same with a column in
     * the middle that is the first one except for rounding errors.
     */
    static void fill(String kind, MemorySegment target, long n) {
        SplittableRandom random = new SplittableRandom(SEED);
        for (long j = 0; j < n; j++) {
            boolean near = kind.equals("nearly-singular") && j == n / 2 && j > 0;
            for (long i = 0; i < n; i++) {
                double value = random.nextDouble(-1, 1);
                if (kind.equals("graded")) {
                    value *= Math.pow(10, (-12.0 * i - 6.0 * j) / n);
                } else if (near) {
                    value = target.getAtIndex(JAVA_DOUBLE, i) * (1 + 4 * Math.ulp(1.0) * value);
                }
                target.setAtIndex(JAVA_DOUBLE, j * n + i, value);
            }
        }
    }
}
