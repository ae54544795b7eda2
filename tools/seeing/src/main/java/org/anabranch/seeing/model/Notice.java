package org.anabranch.seeing.model;

/**
 * An event without duration.
 *
 * @param time in nanoseconds of the log's clock
 * @param sort the kind of event
 * @param domain number of the domain, or {@code Events.NOWHERE}
 * @param track where it is shown; null for all of the domain, or of the program
 * @param text for people
 */
public record Notice(long time, Sort sort, int domain, Track track, String text) {

    /** The kinds of such events. */
    public enum Sort {
        /** A domain or a backend was added or removed. */
        LIFE,

        /** A kernel or task is stalled. */
        STALL,

        /** An action failed, was cancelled or was lost. */
        FAILURE,

        /** A worker stole a task from another. */
        STEAL,

        /** Recording began or ended, or events are missing. */
        LOG
    }
}
