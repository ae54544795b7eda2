package org.anabranch.spi.analysis;

/**
 * A logarithmic histogram of durations: quantiles within 1/256 of the value, exact below 256 ns, in
 * bounded memory.
 */
final class Durations {
    private static final int BITS = 7;
    private static final int CELLS = 2 << BITS;

    /** By the number of bits that a value is shifted; created when a duration falls into it. */
    private final long[][] counts = new long[Long.SIZE - BITS][];

    private long count;
    private long failed;
    private long nanos;
    private long least = Long.MAX_VALUE;
    private long most;

    void add(long duration) {
        long value = Math.max(0, duration);
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - BITS - 1);
        if (counts[shift] == null) {
            counts[shift] = new long[CELLS];
        }
        counts[shift][(int) (value >> shift)]++;
        count++;
        nanos += value;
        least = Math.min(least, value);
        most = Math.max(most, value);
    }

    /** Counts a run that did not end normally. */
    void addFailed() {
        failed++;
    }

    /** {@return the middle of the cell in which a quantile lies; 0 if there are no durations} */
    long quantile(double share) {
        long wanted = (long) Math.ceil(share * count);
        for (int shift = 0; shift < counts.length && count > 0; shift++) {
            for (int cell = 0; counts[shift] != null && cell < CELLS; cell++) {
                wanted -= counts[shift][cell];
                if (counts[shift][cell] > 0 && wanted <= 0) {
                    return Math.clamp(((long) cell << shift) + (1L << shift >> 1), least, most);
                }
            }
        }
        return 0;
    }

    KernelTimes of(String name, String domain) {
        return new KernelTimes(
                name,
                domain,
                count,
                failed,
                nanos,
                count == 0 ? 0 : least,
                quantile(0.25),
                quantile(0.5),
                quantile(0.75),
                most);
    }
}
