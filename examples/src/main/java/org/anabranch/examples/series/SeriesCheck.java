package org.anabranch.examples.series;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The check of coefficients against known values.
 *
 * @param agreed true if all are within {@link #TOLERANCE}
 * @param words a description, with figures
 */
record SeriesCheck(boolean agreed, String words) {
    /** The tolerance; the reference values have twelve digits. */
    static final double TOLERANCE = 1e-11;

    /**
     * The tolerance for the argument of sine and cosine, which grows with the index, and its
     * rounding error with it: it matters beyond index 10000.
     */
    private static final double PHASE = 1e-4;

    private static final int SAMPLE = 16;

    /** The rule that approximates the integral. */
    enum Rule {
        /** The trapezium rule. */
        FULL(
                "the full trapezium rule",
                999,
                new double[][] {
                    {2.88192078546, 0},
                    {1.13404089152, -1.88208188744},
                    {0.362225765742, -1.16478965409},
                    {0.170322378592, -0.814684187813}
                }),
        /** Java Grande's own loop, whose published values omit the last interior point. */
        JGF(
                "Java Grande's rule, which leaves out the last interior point",
                998,
                new double[][] {
                    {2.87295249648, 0},
                    {1.11610466762, -1.88196918934},
                    {0.344290603982, -1.16456426233},
                    {0.152388987025, -0.814346111304}
                });

        static final int INTERVALS = 1000;

        private final String words;
        private final int points;
        private final double[][] reference;

        Rule(String words, int points, double[][] reference) {
            this.words = words;
            this.points = points;
            this.reference = reference;
        }

        int points() {
            return points;
        }

        String words() {
            return words;
        }

        /** Returns the other rule. */
        Rule other() {
            return this == FULL ? JGF : FULL;
        }
    }

    /**
     * Compares the first four pairs with the reference values, and a random sample with a plain
     * computation.
     */
    static SeriesCheck of(Rule rule, MemorySegment coefficients, int n) {
        int known = Math.min(n, rule.reference.length);
        double worst = 0;
        for (int i = 0; i < known; i++) {
            worst = worse(worst, distance(coefficients, n, i, rule.reference[i]));
        }
        double worstSample = 0;
        SplittableRandom random = new SplittableRandom(n);
        for (int sample = 0; sample < SAMPLE; sample++) {
            int i = random.nextInt(n);
            double distance = distance(coefficients, n, i, plain(rule, i));
            worstSample = worse(worstSample, distance / Math.max(1, i * PHASE));
        }
        String words =
                String.format(
                        Locale.ROOT,
                        "%s: the first %d pairs differ by at most %.2g from the reference, a sample"
                                + " of %d by %.2g from a plain computation (allowed %.2g)",
                        rule.words,
                        known,
                        worst,
                        SAMPLE,
                        worstSample,
                        TOLERANCE);
        return new SeriesCheck(worst <= TOLERANCE && worstSample <= TOLERANCE, words);
    }

    private static double distance(MemorySegment coefficients, int n, int i, double[] pair) {
        double even = Math.abs(coefficients.getAtIndex(JAVA_DOUBLE, i) - pair[0]);
        double odd = Math.abs(coefficients.getAtIndex(JAVA_DOUBLE, n + i) - pair[1]);
        return worse(even, odd);
    }

    private static double worse(double a, double b) {
        return Double.isNaN(a) || Double.isNaN(b) ? Double.POSITIVE_INFINITY : Math.max(a, b);
    }

    /**
     * Returns both integrals, with points by multiplication and compensated sums, so that they are
     * independent of the kernel's.
     */
    static double[] plain(Rule rule, int i) {
        double[] sums = new double[2];
        double[] lost = new double[2];
        for (int point = 0; point <= Rule.INTERVALS; point++) {
            boolean end = point == 0 || point == Rule.INTERVALS;
            if (!end && point > rule.points) {
                continue;
            }
            double x = 2.0 * point / Rule.INTERVALS;
            double value = Math.pow(x + 1, x) * (end ? 0.5 : 1);
            double[] terms = {value * Math.cos(Math.PI * i * x), value * Math.sin(Math.PI * i * x)};
            for (int part = 0; part < 2; part++) {
                double term = terms[part] - lost[part];
                double sum = sums[part] + term;
                lost[part] = sum - sums[part] - term;
                sums[part] = sum;
            }
        }
        double width = 2.0 / Rule.INTERVALS;
        return new double[] {sums[0] * width / (i == 0 ? 2 : 1), sums[1] * width};
    }
}
