package org.anabranch.scheduler.place;

/**
 * What is to be expected of a kernel in one domain. Times are nanoseconds.
 *
 * @param waiting until it could begin, for what the domain has to do
 * @param data until what it reads is there
 * @param copies of that, what its own copies take
 * @param home of bringing home what it writes
 * @param known whether it ran there before
 * @param runs what it takes, if not known a guess by other domains, or 0
 * @param tried whether it, or a copy to there, is tried for the first time just now
 * @param triedFor since when
 * @param due whether it looks worse there, but that is to be tried once more
 */
record Option(
        double waiting,
        double data,
        double copies,
        double home,
        boolean known,
        double runs,
        boolean tried,
        double triedFor,
        boolean due) {

    double begin() {
        return Math.max(waiting, data);
    }

    /** When it will have ended; at the earliest, where it never ran. */
    double end() {
        return begin() + Math.max(runs, triedFor) + home;
    }

    /**
     * Whether the domain or its link has enough to do, so that it would do it no sooner if it had
     * it now. Nobody waits for nothing but his own copies.
     */
    boolean isFull() {
        double horizon =
                Math.max(
                        PlaceTuning.HORIZON_NANOS,
                        PlaceTuning.HORIZON_ACTIONS * Math.max(runs, home));
        return begin() > horizon && Math.max(waiting, data - copies) > 0;
    }
}
