package org.anabranch.spi.support;

/**
 * The offset between a device's clock and the host's. It is known only as bounds: each operation
 * that began there after the host had submitted it, and ended before the host noticed its end,
 * narrows them. (NTP does the same; the shortest exchange gives the best bounds.) Clocks drift, so
 * bounds widen with time; where two contradict each other, the newer ones hold. Not thread-safe.
 */
public final class DeviceClock {
    /**
     * The largest assumed drift: one second of either clock differs from one of the other by at
     * most this fraction.
     */
    private static final double DRIFT = 100e-6;

    private long low;
    private long high;
    private long asOf;
    private boolean known;

    /** Creates a clock whose offset is unknown. */
    public DeviceClock() {}

    /**
     * Updates the bounds by an operation.
     *
     * @param asked when the host submitted it, by {@link System#nanoTime}
     * @param began when it had begun, or later, by the device
     * @param ended when it had ended, or earlier, by the device
     * @param heard when the host noticed its end
     * @return true if this is possible: it took no longer there than here
     */
    public boolean ran(long asked, long began, long ended, long heard) {
        boolean can = began <= ended && asked - began <= heard - ended;
        if (can) {
            observe(asked - began, heard - ended, heard);
        }
        return can;
    }

    /**
     * Updates the bounds.
     *
     * @param least the lower bound of the offset
     * @param most the upper bound, at least {@code least}
     * @param now the host's time in nanoseconds
     */
    public void observe(long least, long most, long now) {
        long wider = known ? (long) ((now - asOf) * DRIFT) + 1 : 0;
        long lowest = Math.max(least, low - wider);
        long highest = Math.min(most, high + wider);
        boolean agree = known && lowest <= highest;
        low = agree ? lowest : least;
        high = agree ? highest : most;
        asOf = now;
        known = true;
    }

    /**
     * {@return a time of the device, converted to the host's clock; valid after an observation}
     *
     * @param device the time
     */
    public long toHost(long device) {
        return device + low + (high - low) / 2;
    }

    /** {@return the possible error of the conversion in nanoseconds, at least 1} */
    public long error() {
        return Math.max(1, (high - low + 1) / 2);
    }
}
