package org.anabranch.scheduler.place;

/**
 * A snapshot of the costs of a kernel of one size in one domain.
 *
 * @param key the kernel, size and domain
 * @param bytes used by the last run
 * @param indices number of indices of the last run, or 0
 * @param runs approximate number of runs
 * @param recent nanoseconds of the last timed runs, oldest first; at least one
 * @param kept true if all of it is from earlier processes
 */
public record CostRow(
        CostKey key, long bytes, long indices, long runs, long[] recent, boolean kept) {

    /** {@return the name of the kernel} */
    public String kernel() {
        return key.kernel();
    }

    /** {@return id of the domain} */
    public String domain() {
        return key.domain();
    }
}
