package org.anabranch.scheduler.place;

/**
 * What computes: the processors of the host, or a device. Domains on the same silicon have one of
 * these, so what one of them has to do the others wait for. Not thread-safe.
 *
 * <p>It has places, but that does not say whether those work at the same time: a card runs a kernel
 * in each, a GPU gives them turns. That is learnt, as the part of the places that counts.
 */
public final class Silicon {
    private volatile int places;
    private double useful;
    private int taken;
    private double load;

    /** When something ended last, or began after a rest. */
    private long since;

    /**
     * Idle.
     *
     * @param places kernels that it has at a time
     * @param useful which part of the other places is thought to help, 0 to 1
     */
    public Silicon(int places, double useful) {
        this.places = places;
        this.useful = useful;
    }

    /** Any thread: has so many places from now on. */
    public void has(int number) {
        places = number;
    }

    /** It will have to run something that takes about so long. */
    void take(double nanos, long now) {
        if (taken == 0) {
            since = now;
        }
        taken++;
        load += nanos;
    }

    /** What was taken, for so long, has ended, or will not run. */
    void give(double nanos, long now) {
        taken--;
        load = taken == 0 ? 0 : Math.max(0, load - nanos);
        since = now;
    }

    /** Nanoseconds until it begins with something more. */
    double waiting(long now) {
        double servers = 1 + useful * (places - 1);
        return taken < servers ? 0 : Math.max(0, load / servers - (now - since));
    }

    /**
     * {@return how long something that ends now would have taken alone}
     *
     * @param start when it was handed over
     * @param nanos how long it had its place
     * @param known how long it took before, or 0
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
