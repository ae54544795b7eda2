package org.anabranch.benchmarks;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The median of measured values, one at least, with the least and the largest. */
public record Spread(double median, double least, double largest) {

    /** {@return the spread of values} */
    public static Spread of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    /** {@return the spread of values} */
    public static Spread of(double... values) {
        return of(DoubleStream.of(values));
    }

    /** {@return the spread of values} */
    public static Spread of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue));
    }

    /** {@return median (least–largest)} */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, least, largest);
    }
}
