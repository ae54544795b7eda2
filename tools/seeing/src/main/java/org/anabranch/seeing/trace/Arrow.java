package org.anabranch.seeing.trace;

import org.anabranch.events.ActionHistory;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.seeing.model.Slice;
import org.anabranch.seeing.model.Steal;
import org.anabranch.seeing.model.Track;

/**
 * An arrow between two slices. It begins as late and ends as early as these have no slice on top,
 * since a viewer attaches an arrow to the innermost slice.
 *
 * @param from the slice where it begins
 * @param fromTime when
 * @param to the slice where it ends
 * @param toTime when; not earlier
 */
record Arrow(Slice from, long fromTime, Slice to, long toTime) {

    /** {@return the arrow of a dependence, or null if it cannot be drawn} */
    static Arrow of(RunModel run, ActionHistory.Wait wait) {
        Slice from = run.slice(wait.earlier());
        Slice to = run.slice(wait.later());
        return from == null || to == null || from == to
                ? null
                : between(from, from.lastFree(), to, to.firstFree());
    }

    /**
     * {@return the arrow of a steal, or null if one of the two workers was not recorded as busy
     * then}
     */
    static Arrow of(RunModel run, Steal steal) {
        Track victim = run.track(steal.domain(), steal.victim());
        Track thief = run.track(steal.domain(), steal.thief());
        Slice from = victim == null ? null : victim.at(steal.time());
        Slice within = thief == null ? null : thief.at(steal.time());
        Slice to = within == null && thief != null ? thief.from(steal.time()) : within;
        if (from == null || to == null || from == to) {
            return null;
        }
        return between(from, steal.time(), to, Math.max(steal.time(), to.firstFree()));
    }

    private static Arrow between(Slice from, long fromTime, Slice to, long toTime) {
        if (fromTime == Slice.NEVER || toTime == Slice.NEVER) {
            return null;
        }
        long left = Math.min(fromTime, toTime);
        if (left == fromTime || left >= from.start() && from.track().at(left) == from) {
            return reached(from, left, to, toTime);
        }
        // by inaccurate clocks it began after the action that waited for it: the arrow ends within
        // that
        long first = from.firstFree();
        return reached(from, first, to, Math.max(first, toTime));
    }

    private static Arrow reached(Slice from, long fromTime, Slice to, long toTime) {
        return to.track().at(toTime) == to ? new Arrow(from, fromTime, to, toTime) : null;
    }
}
