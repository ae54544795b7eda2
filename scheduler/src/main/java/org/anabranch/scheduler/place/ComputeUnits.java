package org.anabranch.scheduler.place;

/**
 * A set of compute units: the processors of the host, or a device. Domains on the same silicon
 * share one object, so the load of one delays the others. Not thread-safe.
 *
 * <p>It has slots, which may or may not work in parallel: a card runs a kernel in each, a GPU runs
 * them in turn. The effective part of the slots is learnt.
 */
public final class ComputeUnits {
    private volatile int places;
    private double useful;
    private int taken;
    private double load;

    /** The time of the last end, or of the first begin after it was idle. */
    private long since;

    /**
     * Idle.
     *
     * @param places kernels that it has at a time
     * @param useful which part of the other places is thought to help, 0 to 1
     */
    public ComputeUnits(int places, double useful) {
        this.places = places;
        this.useful = useful;
    }

    /** Any thread: has so many places from now on. */
    public void has(int number) {
        places = number;
    }

    /** Adds an expected run time to the load. */
    void take(double nanos, long now) {
        if (taken == 0) {
            since = now;
        }
        taken++;
        load += nanos;
    }

    /** Removes an expected run time from the load: the run has ended, or will not begin. */
    void give(double nanos, long now) {
        taken--;
        load = taken == 0 ? 0 : Math.max(0, load - nanos);
        since = now;
    }

    /** Returns the nanoseconds until it could begin another run. */
    double waiting(long now) {
        double servers = 1 + useful * (places - 1);
        return taken < servers ? 0 : Math.max(0, load / servers - (now - since));
    }

    /**
     * {@return how long a run that ends now would have taken alone}
     *
     * @param start when it was submitted
     * @param nanos how long it had its slot
     * @param known its earlier time, or 0
     */
    double alone(long start, double nanos, double known, long now) {
        double turn = Math.min(nanos, now - Math.max(start, since));
        if (known > 0 && nanos > PlaceTuning.LONGER * turn) {
            double seen = Math.abs(turn - known) < Math.abs(nanos - known) ? 0 : 1;
            useful += (seen - useful) * PlaceTuning.DOMAIN_PART;
        }
        return turn + useful * (nanos - turn);
    }
}
