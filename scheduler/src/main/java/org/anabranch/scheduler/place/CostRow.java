package org.anabranch.scheduler.place;

/**
 * A copy of what is known of a kernel of one size in one domain.
 *
 * @param key which
 * @param bytes used by the last run
 * @param indices that the last run ran over, or 0
 * @param runs how many there were, about
 * @param recent nanoseconds of the last runs that were timed, oldest first; at least one
 * @param kept whether all of it is from earlier processes
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
