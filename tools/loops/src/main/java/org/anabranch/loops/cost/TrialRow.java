package org.anabranch.loops.cost;

/**
 * A row of calls that try the slower of two ways: code that is seldom run is slow, and so are its
 * first calls after others. Not thread-safe: its {@link FasterWay} is.
 */
final class TrialRow {
    /** The calls of a row, unless they get faster on; of a way in doubt those of the first one. */
    static final int FEWEST = 2;

    /**
     * The calls of the longest row for a way in doubt; each has twice as many as the one before.
     */
    static final int MOST = 16;

    private static final int NONE = -1;

    private int way = NONE;

    /** The number of timed calls. */
    private int timed;

    /** True if the row is to go on, once it has a time. */
    private boolean isUnfinished;

    private int doubtful = FEWEST;

    /** Begins a row of calls of a way. */
    void begin(int tried) {
        way = tried;
        timed = 0;
        isUnfinished = false;
    }

    /** Returns true if a way is under trial. */
    boolean isOf(int tried) {
        return way == tried;
    }

    /** Returns true if the row is one of a way, and has a call more. */
    boolean goesOn(int tried) {
        return isOf(tried) && isUnfinished;
    }

    /** Records that the next call begins. */
    void next() {
        isUnfinished = false;
    }

    /** Records that there is no next call. */
    void end() {
        way = NONE;
    }

    /** Returns true if no call is timed: times before the row do not count. */
    boolean isUntimed() {
        return timed == 0;
    }

    /** Returns the number of calls in the next row for a way in doubt. */
    int doubtful() {
        return doubtful;
    }

    /**
     * Records the time of a call.
     *
     * @param calls of the row
     * @param improves true if this one was faster than those before
     * @param inDoubt true if the next row is to be longer
     */
    void took(int calls, boolean improves, boolean inDoubt) {
        timed++;
        isUnfinished = timed < calls || improves;
        if (inDoubt && !isUnfinished) {
            doubtful = Math.min(2 * doubtful, MOST);
        }
    }
}
