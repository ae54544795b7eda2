package org.anabranch.scheduler.place;

/**
 * The expected costs of a kernel in one domain. Times are nanoseconds.
 *
 * @param waiting until it could begin, because of the domain's load
 * @param data until its data is there
 * @param copies part of that for its own copies
 * @param home of transferring its results to the host
 * @param known true if it ran there before
 * @param runs its run time; if not known an estimate from other domains, or 0
 * @param tried true if it, or a copy to there, is being tried for the first time
 * @param triedFor how long that has taken so far
 * @param due true if it looks slower there, but is to be tried once more
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
     * Returns true if the domain or its link has enough work, so that an earlier submission would
     * not make it end sooner. An action never waits for its own copies alone.
     */
    boolean isFull() {
        double horizon =
                Math.max(
                        PlaceTuning.HORIZON_NANOS,
                        PlaceTuning.HORIZON_ACTIONS * Math.max(runs, home));
        return begin() > horizon && Math.max(waiting, data - copies) > 0;
    }
}
