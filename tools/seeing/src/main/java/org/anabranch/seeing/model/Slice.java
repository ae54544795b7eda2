package org.anabranch.seeing.model;

import org.anabranch.events.ActionRow;

/**
 * Something that had a lane for a while. Times are nanoseconds of the log's clock. What took no
 * time is one nanosecond long, since nothing can begin or end at a slice without length.
 */
public final class Slice {

    /** What it is. Of what begins and ends together the first of these is around the others. */
    public enum Sort {
        /** A worker had work. */
        BUSY,

        /** A worker's part in an action that several share. */
        PIECE,

        /** An action ran. */
        RUN,

        /** Data was moved. */
        TRANSFER,

        /** A thread waited. */
        WAIT,

        /** An action that had no lane: it only waited, several workers ran it, or nobody did. */
        MARK
    }

    /** No such moment. */
    public static final long NEVER = Long.MIN_VALUE;

    private final Sort sort;
    private final String name;
    private final long start;
    private final long end;
    private final long action;
    private final ActionRow row;
    private Track track;
    private long firstFree;
    private long lastFree;
    private long childrenEnd;

    /**
     * A slice that has no track yet.
     *
     * @param sort what it is
     * @param name for people
     * @param start when it began
     * @param end when it was over; not before
     * @param action that it belongs to, or 0
     * @param row the action, where this is all of it; else null
     */
    Slice(Sort sort, String name, long start, long end, long action, ActionRow row) {
        this.sort = sort;
        this.name = name;
        this.start = start;
        this.end = Math.max(end, start + 1);
        this.action = action;
        this.row = row;
        this.firstFree = NEVER;
        this.lastFree = NEVER;
        this.childrenEnd = start;
    }

    /** Is on a track from now on. */
    void on(Track where) {
        track = where;
    }

    /** Has another slice on top; these come in order of their start. */
    void cover(long from, long to) {
        gap(from);
        childrenEnd = Math.max(childrenEnd, to);
    }

    /** All that is on top is known. */
    void finish() {
        gap(end);
    }

    private void gap(long until) {
        if (until > childrenEnd) {
            firstFree = firstFree == NEVER ? childrenEnd : firstFree;
            lastFree = until - 1;
        }
    }

    /** {@return what it is} */
    public Sort sort() {
        return sort;
    }

    /** {@return for people} */
    public String name() {
        return name;
    }

    /** {@return when it began} */
    public long start() {
        return start;
    }

    /** {@return when it was over; later than the start} */
    public long end() {
        return end;
    }

    /** {@return the action that it belongs to, or 0} */
    public long action() {
        return action;
    }

    /** {@return the action, where this is all of it; else null} */
    public ActionRow row() {
        return row;
    }

    /** {@return where it is} */
    public Track track() {
        return track;
    }

    /** {@return the first moment at which nothing is on top of it, or {@link #NEVER}} */
    public long firstFree() {
        return firstFree;
    }

    /** {@return the last moment at which nothing is on top of it, or {@link #NEVER}} */
    public long lastFree() {
        return lastFree;
    }

    /** {@return whether something had the lane for its own sake} */
    public boolean isWork() {
        return sort == Sort.PIECE || sort == Sort.RUN || sort == Sort.TRANSFER;
    }
}
