package org.anabranch.seeing.trace;

/**
 * The counts of a trace.
 *
 * @param actions with a slice
 * @param waiting actions without one, as they had not begun when the recording ended
 * @param slices all of them
 * @param arrows from action to action
 * @param undrawn dependences without an arrow, because an end is unknown or has no slice
 * @param steals arrows from victim to thief
 * @param lost number of lost events
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
