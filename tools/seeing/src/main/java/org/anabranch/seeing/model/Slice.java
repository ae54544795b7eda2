package org.anabranch.seeing.model;

import org.anabranch.events.ActionRow;

/**
 * An interval in which a lane was used. Times are nanoseconds of the log's clock. The minimum
 * length is one nanosecond, since an arrow cannot begin or end at an empty slice.
 */
public final class Slice {

    /**
     * The kinds of slices. Of slices with equal begin and end, the earlier constant encloses the
     * later.
     */
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

        /** An action without a lane: it only waited, several workers ran it, or it did not run. */
        MARK
    }

    /** No time. */
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
     * Creates a slice without a track.
     *
     * @param sort the kind
     * @param name for people
     * @param start when it began
     * @param end when it ended; not before the start
     * @param action that it belongs to, or 0
     * @param row the action, if this is its only slice; else null
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

    /** Sets the track. */
    void on(Track where) {
        track = where;
    }

    /** Records a slice on top of this one; called in order of their starts. */
    void cover(long from, long to) {
        gap(from);
        childrenEnd = Math.max(childrenEnd, to);
    }

    /** Ends the recording of slices on top. */
    void finish() {
        gap(end);
    }

    private void gap(long until) {
        if (until > childrenEnd) {
            firstFree = firstFree == NEVER ? childrenEnd : firstFree;
            lastFree = until - 1;
        }
    }

    /** {@return the kind} */
    public Sort sort() {
        return sort;
    }

    /** {@return its name, for people} */
    public String name() {
        return name;
    }

    /** {@return when it began} */
    public long start() {
        return start;
    }

    /** {@return when it ended; later than the start} */
    public long end() {
        return end;
    }

    /** {@return the action that it belongs to, or 0} */
    public long action() {
        return action;
    }

    /** {@return the action, if this is its only slice; else null} */
    public ActionRow row() {
        return row;
    }

    /** {@return its track} */
    public Track track() {
        return track;
    }

    /** {@return the first time without a slice on top, or {@link #NEVER}} */
    public long firstFree() {
        return firstFree;
    }

    /** {@return the last time without a slice on top, or {@link #NEVER}} */
    public long lastFree() {
        return lastFree;
    }

    /** {@return true if the lane did work, rather than wait} */
    public boolean isWork() {
        return sort == Sort.PIECE || sort == Sort.RUN || sort == Sort.TRANSFER;
    }
}
