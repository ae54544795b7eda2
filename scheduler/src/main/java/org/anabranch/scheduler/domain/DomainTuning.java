package org.anabranch.scheduler.domain;

/**
 * The tuned parameters of domains, unit last. {@code log} is the commit whose message has the
 * figures or the reason; values marked "chosen" were not measured against others.
 */
final class DomainTuning {
    /**
     * Operations of a device that have a place in a table; the others are in a set: log 10017bd.
     */
    static final int TABLE_OPERATIONS = 1024;

    /**
     * The time that an unwanted operation has to end by itself before the device aborts it: chosen.
     */
    static final long GRACE_NANOS = 2_000_000_000L;

    /** A device that finds no memory to close is closed so often, a pause apart: chosen. */
    static final int TRIES_TO_CLOSE = 1000;

    private DomainTuning() {}
}
