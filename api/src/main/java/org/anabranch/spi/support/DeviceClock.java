package org.anabranch.spi.support;

/**
 * What is to be added to a device's times to have those of the host. It is not known but for
 * bounds: each thing that began there after the host had asked for it, and ended before the host
 * heard of its end, narrows them (as the exchanges of NTP do, of which the shortest says most).
 * Clocks drift, so bounds grow wider again with time; where two contradict each other, the newer
 * ones hold. For one thread.
 */
public final class DeviceClock {
    /** A second of the one is a second of the other but for this part of it, or less. */
    private static final double DRIFT = 100e-6;

    private long low;
    private long high;
    private long asOf;
    private boolean known;

    /** Knows nothing yet. */
    public DeviceClock() {}

    /**
     * Takes in that something ran.
     *
     * @param asked when the host asked for it, by {@link System#nanoTime}
     * @param began when it had begun, or later, by the device
     * @param ended when it was over, or earlier, by the device
     * @param heard when the host heard of its end
     * @return whether that can be: it took no longer there than here
     */
    public boolean ran(long asked, long began, long ended, long heard) {
        boolean can = began <= ended && asked - began <= heard - ended;
        if (can) {
            observe(asked - began, heard - ended, heard);
        }
        return can;
    }

    /**
     * Takes bounds in.
     *
     * @param least that it can be
     * @param most that it can be, at least {@code least}
     * @param now by the host, in nanoseconds
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
     * {@return a time of the device as the host would have it, after an observation}
     *
     * @param device the time
     */
    public long toHost(long device) {
        return device + low + (high - low) / 2;
    }

    /** {@return by how many nanoseconds that may be wrong, at least 1} */
    public long error() {
        return Math.max(1, (high - low + 1) / 2);
    }
}
