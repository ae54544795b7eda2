package org.anabranch.scheduler.place;

/** A deferred seeker. Under the lock of the places. */
final class DeferredSeeker implements Comparable<DeferredSeeker> {
    final Places.Seeker seeker;
    private final long number;
    private final long since;
    private double rank;
    private double renewed;

    DeferredSeeker(Places.Seeker seeker, long number, long since) {
        this.seeker = seeker;
        this.number = number;
        this.since = since;
    }

    /** Sets its priority, from now on, or when that is renewed; increased a little with age. */
    void rank(double nanos) {
        renewed = nanos - PlaceTuning.AGE_PART * since;
    }

    /** Not while it is in a queue. */
    void renew() {
        rank = renewed;
    }

    /** The most urgent first, and of those the first. */
    @Override
    public int compareTo(DeferredSeeker other) {
        int order = Double.compare(other.rank, rank);
        return order != 0 ? order : Long.compare(number, other.number);
    }
}
