package org.anabranch.scheduler.place;

/** The time of a kernel of one size in one domain. Not thread-safe. */
public final class KernelTime {
    final Site site;
    private double nanos;
    private int seen;
    private int trials;
    private long triedSince;
    private double spentElsewhere;
    private double patience = PlaceTuning.FIRST_PATIENCE;

    /** Creates it from an earlier time in nanoseconds, which counts as one run; 0 for none. */
    KernelTime(Site site, long before) {
        this.site = site;
        this.nanos = before;
        this.seen = before > 0 ? 1 : 0;
    }

    void takeOver(KernelTime earlier) {
        nanos = earlier.nanos;
        seen = Math.min(1, earlier.seen);
    }

    boolean isKnown() {
        return seen > 0;
    }

    double nanos() {
        return nanos;
    }

    /** Returns true if it runs there for the first time. */
    boolean isTried() {
        return seen == 0 && trials > 0;
    }

    /** Returns how long the first run is under way. */
    double triedFor(long now) {
        return isTried() ? now - triedSince : 0;
    }

    void begins(long now) {
        if (trials++ == 0) {
            triedSince = now;
        }
    }

    void ends() {
        trials--;
    }

    /**
     * Returns true if enough time was spent in other domains that it may be tried here at this
     * price.
     */
    boolean isDue(double price) {
        return trials == 0 && spentElsewhere >= patience * price;
    }

    /** It ran here and would have taken so long alone. */
    void took(double alone) {
        boolean same =
                isKnown() && alone <= nanos * PlaceTuning.SAME && nanos <= alone * PlaceTuning.SAME;
        if (isKnown() && spentElsewhere >= patience * nanos) {
            patience =
                    same
                            ? Math.min(PlaceTuning.MOST_PATIENCE, 2 * patience)
                            : PlaceTuning.FIRST_PATIENCE;
        }
        seen++;
        nanos += (alone - nanos) * Math.max(1.0 / seen, PlaceTuning.NEW_PART);
        spentElsewhere = 0;
    }

    void tookElsewhere(double alone) {
        spentElsewhere += alone;
    }
}
