package org.anabranch.loops.cost;

/**
 * The estimated time of the calls of a loop that run unmeasured. Two calls in a row are measured
 * after each pause: the time from one to the other shows how many there were in the pause. Not
 * thread-safe: a lost update changes an estimate only.
 */
final class UnmeasuredTime {
    /** The estimate of the first of two calls: there is none. */
    static final double UNKNOWN = -1;

    private boolean isSecond;

    /** The start of the first of two calls. */
    private long first;

    /** The time from the second call before to that; 0 if there was none. */
    private long between;

    /** The start of the latest second call; 0 before there is one. */
    private long latest;

    /**
     * Records a measured call.
     *
     * @param start its start, by the clock of {@link System#nanoTime}
     * @param nanos its time
     * @param most the nanoseconds for which calls may have begun unmeasured before it
     * @return the time of all unmeasured calls since the latest second call, 0 if they seem to have
     *     ceased before the end of the pause; {@link #UNKNOWN} if this is a first one, and the next
     *     call is to be measured
     */
    double took(long start, long nanos, long most) {
        isSecond = !isSecond;
        if (isSecond) {
            first = start;
            between = latest == 0 ? 0 : start - latest;
            return UNKNOWN;
        }
        latest = start;
        long period = Math.max(1, Math.max(nanos, start - first));
        long longest = nanos + most + period;
        boolean hasCeased = between > 2 * longest;
        double periods = (double) Math.min(between, longest) / period;
        return hasCeased ? 0 : nanos * Math.max(0, periods - 1);
    }
}
