package org.anabranch.seeing.trace;

/**
 * What a trace has.
 *
 * @param actions that have a slice
 * @param waiting actions that had not begun when the recording ended, and so have none
 * @param slices all of them
 * @param arrows from action to action
 * @param undrawn waits without an arrow: an end of it is not known, or has no slice
 * @param steals arrows from victim to thief
 * @param lost events that are missing
 * @param bytes of the file
 */
public record TraceCounts(
        long actions,
        long waiting,
        long slices,
        long arrows,
        long undrawn,
        long steals,
        long lost,
        long bytes) {

    TraceCounts ofBytes(long number) {
        return new TraceCounts(actions, waiting, slices, arrows, undrawn, steals, lost, number);
    }
}
