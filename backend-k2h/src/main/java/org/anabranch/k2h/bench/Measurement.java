package org.anabranch.k2h.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * A mean with its 95 % confidence interval by Student's t.
 *
 * @param mean of the runs
 * @param half half the width of the interval; 0 for a single run
 */
public record Measurement(double mean, double half) {
    /** Quantile 0.975 of Student's t by degrees of freedom, from 1. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262
    };

    /**
     * From single values.
     *
     * @param values 1 to 10 of them
     */
    public static Measurement of(double... values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        if (values.length == 1) {
            return new Measurement(mean, 0);
        }
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        double deviation = Math.sqrt(squares / (values.length - 1));
        return new Measurement(mean, T[values.length - 2] * deviation / Math.sqrt(values.length));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f ± %.2f", mean, half);
    }
}
