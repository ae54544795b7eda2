package org.anabranch.scheduler.place;

/** A domain, as placement knows it. Its silicon and slowness are not thread-safe. */
public final class Site {
    /** Of the domain; what is known of its speed outlives it. */
    final String id;

    public final ComputeUnits silicon;

    /** Null if it has the memory of the host. */
    public final Link link;

    /** The typical factor by which kernels take longer here than in their fastest domains. */
    private double slowness = 1;

    private int learnt;

    public Site(String id, ComputeUnits silicon, Link link) {
        this.id = id;
        this.silicon = silicon;
        this.link = link;
    }

    double slowness() {
        return slowness;
    }

    void learnSlowness(double seen) {
        learnt++;
        slowness *= Math.pow(seen / slowness, Math.max(1.0 / learnt, PlaceTuning.DOMAIN_PART));
    }

    /** Nanoseconds until the copies to and from here that are under way are made. */
    double transferWaiting(long now) {
        return link == null ? 0 : link.waiting(now);
    }

    /** Returns how long the first copies to and from here are under way; 0 if one has ended. */
    double linkTriedFor(long now) {
        return link == null ? 0 : link.triedFor(now);
    }

    /** Nanoseconds of so many bytes to or from here. */
    public double transferAlone(double bytes) {
        return link == null ? 0 : link.nanos(bytes);
    }
}
