package org.anabranch.scheduler.place;

/** The tuned parameters of placement, unit last; all chosen, not measured. */
final class PlaceTuning {
    /** A new time counts so much against those before, once there are some. */
    static final double NEW_PART = 1.0 / 8;

    /** The rate at which the knowledge of a domain as a whole changes. */
    static final double DOMAIN_PART = 1.0 / 16;

    /** A domain that looks worse is tried again for one part in so many of the time spent. */
    static final double FIRST_PATIENCE = 32;

    /** After trials that found what was expected a domain is tried no less often than that. */
    static final double MOST_PATIENCE = 4096;

    /**
     * The factor from which a run counts as disturbed: it waited for its turn, or ran beside
     * others.
     */
    static final double LONGER = 1.25;

    /** A trial found what was expected if it took at most so many times that, or one part. */
    static final double SAME = 2;

    /** A domain that has this much to do is given nothing more ahead of time. */
    static final double HORIZON_NANOS = 2_000_000;

    /** Or as much as so many actions like this, or so many times what it copies home. */
    static final double HORIZON_ACTIONS = 4;

    /** A transfer, before one was seen. */
    static final double TRANSFER_NANOS = 10_000;

    /** A byte of it. */
    static final double BYTE_NANOS = 0.1;

    /** Of older transfers so much counts when the next one comes. */
    static final double KEPT_PART = 31.0 / 32;

    /** Sizes of one kernel that are followed at a time. */
    static final int FOLLOWED_SIZES = 32;

    /** Times of the last runs that are remembered, of one size in one domain. */
    static final int KEPT_RUNS = 32;

    /** Sizes of kernels in domains that are remembered; in a file half as many. */
    static final int KEPT_COSTS = 4096;

    /** A run that takes so long is noted. */
    static final int LONG_NANOS = 50_000;

    /** Of shorter ones one in so many, a power of two. */
    static final int SHORT_RUNS = 64;

    /**
     * The number of deferred seekers that ask again when an action ends, however long that takes.
     */
    static final int TRIES = 8;

    /** And so many if it takes no longer than that. */
    static final int MOST_TRIES = 32;

    static final long TRIES_NANOS = 20_000;

    /** The part of its age that is added to the priority of a deferred seeker. */
    static final double AGE_PART = 1.0 / 16;

    /** The number of deferred seekers whose priority is renewed. */
    static final int RENEWED = 1024;

    /** Actions that are looked at for the longest ways, for each that comes or ends. */
    static final int LOOKS_EACH = 4;

    /** If nothing ends for so long, one of them gets a place. */
    static final long LOOK_NANOS = 20_000_000;

    private PlaceTuning() {}
}
