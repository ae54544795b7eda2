package org.anabranch.console.model;

import java.util.LinkedHashMap;
import java.util.Map;

/** A logarithmic histogram of durations: quantiles within 1/8 of the value, in fixed memory. */
final class Durations {
    private static final int PARTS = 3; // bits: each octave has eight cells

    private final int[] counts = new int[64 << PARTS];
    private long count;
    private long nanos;
    private long least = Long.MAX_VALUE;
    private long most;
    private long failed;

    void add(long duration) {
        counts[cell(duration)]++;
        count++;
        nanos += duration;
        least = Math.min(least, duration);
        most = Math.max(most, duration);
    }

    void addFailed() {
        failed++;
    }

    private static int cell(long duration) {
        long value = Math.max(1, duration);
        int octave = 63 - Long.numberOfLeadingZeros(value);
        int part = octave < PARTS ? 0 : (int) (value >> octave - PARTS) & (1 << PARTS) - 1;
        return octave << PARTS | part;
    }

    /** {@return the middle of the cell in which a quantile lies; NaN if there are no durations} */
    double quantile(double share) {
        long wanted = (long) Math.ceil(share * count);
        long seen = 0;
        for (int cell = 0; cell < counts.length && count > 0; cell++) {
            seen += counts[cell];
            if (counts[cell] > 0 && seen >= wanted) {
                int octave = cell >> PARTS;
                double low = Math.scalb(1 + (cell & (1 << PARTS) - 1) / 8.0, octave);
                double middle = octave < PARTS ? 1L << octave : low * 17 / 16;
                return Math.clamp(middle, least, most);
            }
        }
        return Double.NaN;
    }

    long count() {
        return count;
    }

    long nanos() {
        return nanos;
    }

    Map<String, Object> row() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("n", count);
        row.put("failed", failed);
        row.put("nanos", nanos);
        row.put("min", count == 0 ? null : least);
        row.put("q25", quantile(0.25));
        row.put("q50", quantile(0.5));
        row.put("q75", quantile(0.75));
        row.put("max", count == 0 ? null : most);
        return row;
    }
}
