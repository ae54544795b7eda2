package org.anabranch.scheduler.race;

import org.anabranch.api.Buffer;
import org.anabranch.api.Mode;
import org.anabranch.api.Region;
import org.anabranch.scheduler.region.Box;

/** A range that an operation uses. */
record Use(Buffer buffer, Region region, Mode mode) {
    static final Use[] NONE = {};

    /** Returns true if the order of two uses of one byte matters. */
    static boolean conflict(Mode one, Mode other) {
        return (one.writes() || other.writes()) && (one != Mode.REDUCE || other != Mode.REDUCE);
    }

    private boolean conflicts(Use other) {
        return buffer == other.buffer
                && conflict(mode, other.mode)
                && Box.overlap(region, other.region, buffer.shape());
    }

    static boolean conflict(Use[] some, Use[] others) {
        for (Use one : some) {
            for (Use other : others) {
                if (one.conflicts(other)) {
                    return true;
                }
            }
        }
        return false;
    }
}
