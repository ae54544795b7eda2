package org.anabranch.examples.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The check of a product against inner products computed one by one. The tolerance of element (i,
 * j) is K e |a(i)| |b(j)|, with K terms, the machine's e = 2^-52, and the inner product of absolute
 * values, a bound for the rounding errors of both sides (N. Higham, "Accuracy and Stability of
 * Numerical Algorithms", section 3.1).
 *
 * @param agreed true if all compared elements are within the tolerance
 * @param words a description, with figures
 */
record ProductCheck(boolean agreed, String words) {
    private static final long MOST_OPERATIONS = 1L << 28;
    private static final int SAMPLE = 10_000;
    private static final double EPSILON = Math.ulp(1.0);

    static ProductCheck of(Platform platform, Buffer a, Buffer b, Buffer c, long seed) {
        long all = c.shape().elements();
        boolean full = all * a.shape().columns() <= MOST_OPERATIONS;
        int count = (int) (full ? all : Math.min(all, SAMPLE));
        double[] excess = new double[count];
        Element element =
                new Element(a.read(), b.read(), c.read(), a.shape().columns(), c.shape().columns());
        long[] sample = full ? null : new SplittableRandom(seed).longs(count, 0, all).toArray();
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    Loop.of(0, count).tile(64),
                    at -> excess[(int) at] = element.error(sample == null ? at : sample[(int) at]));
        }
        double worst = 0;
        for (double error : excess) {
            worst = Double.isNaN(error) ? Double.POSITIVE_INFINITY : Math.max(worst, error);
        }
        String words =
                String.format(
                        Locale.ROOT,
                        "%s %d elements compared with plain inner products; largest error %.3g of"
                                + " the tolerance K e |a||b|",
                        full ? "all" : "a random sample of",
                        count,
                        worst);
        return new ProductCheck(worst <= 1, words);
    }

    private record Element(
            MemorySegment a, MemorySegment b, MemorySegment c, long depth, long columns) {

        /** Returns the error in units of its tolerance. */
        double error(long at) {
            long row = at / columns * depth;
            long column = at % columns;
            double sum = 0;
            double absolute = 0;
            for (long k = 0; k < depth; k++) {
                double term =
                        a.getAtIndex(JAVA_DOUBLE, row + k)
                                * b.getAtIndex(JAVA_DOUBLE, k * columns + column);
                sum += term;
                absolute += Math.abs(term);
            }
            double error = Math.abs(c.getAtIndex(JAVA_DOUBLE, at) - sum);
            return error == 0 ? 0 : error / (depth * EPSILON * absolute);
        }
    }
}
