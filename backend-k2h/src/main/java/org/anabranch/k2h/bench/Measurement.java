package org.anabranch.k2h.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A mean with its 95 % confidence interval by Student's t.
 *
 * @param mean of the runs
 * @param half half the width of the interval; 0 for a single run
 */
public record Measurement(double mean, double half) {
    /** The quantile 0.975 of Student's t by degrees of freedom, from 1. */
    private static final double[] T = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262
    };

    /** The quantile of the normal distribution, the limit of these. */
    private static final double Z = 1.959964;

    /**
     * Returns the measurement for single values.
     *
     * @param values at least 1
     */
    public static Measurement of(double... values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        if (values.length == 1) {
            return new Measurement(mean, 0);
        }
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        double deviation = Math.sqrt(squares / (values.length - 1));
        return new Measurement(mean, t(values.length - 1) * deviation / Math.sqrt(values.length));
    }

    /**
     * Returns the measurement for a value of each run.
     *
     * @param runs at least 1
     */
    public static <T> Measurement of(List<T> runs, ToDoubleFunction<T> value) {
        return of(runs.stream().mapToDouble(value).toArray());
    }

    /**
     * Returns a quantile beyond the table, by the expansion of Cornish and Fisher: correct to three
     * digits.
     */
    private static double t(int degrees) {
        if (degrees <= T.length) {
            return T[degrees - 1];
        }
        double square = Z * Z;
        double first = Z * (square + 1) / 4;
        double second = Z * ((5 * square + 16) * square + 3) / 96;
        double third = Z * (((3 * square + 19) * square + 17) * square - 15) / 384;
        return Z + (first + (second + third / degrees) / degrees) / degrees;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f ± %.2f", mean, half);
    }
}
