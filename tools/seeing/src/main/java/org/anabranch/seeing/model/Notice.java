package org.anabranch.seeing.model;

/**
 * Something that happened at one moment.
 *
 * @param time when, in nanoseconds of the log's clock
 * @param sort what it is
 * @param domain number of the domain, or {@code Events.NOWHERE}
 * @param track where it is shown; null for all of the domain, or of the program
 * @param text for people
 */
public record Notice(long time, Sort sort, int domain, Track track, String text) {

    /** What happened. */
    public enum Sort {
        /** A domain or a backend came or went. */
        LIFE,

        /** Something does not end. */
        STALL,

        /** An action failed, was cancelled or was lost. */
        FAILURE,

        /** A worker took a task from another. */
        STEAL,

        /** Recording began or ended, or events are missing. */
        LOG
    }
}
