package org.anabranch.scheduler.finish;

import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.domain.DeviceDomain;

/** The share of one domain in a shared loop. Used under the loop's lock. */
public final class LoopShare {
    private final ExecutingDomain domain;

    /** Pieces that it works on at a time. */
    final int slots;

    int busy;
    private double nanosPerTile;

    LoopShare(ExecutingDomain domain) {
        this.domain = domain;
        this.slots =
                domain instanceof DeviceDomain device
                        ? Math.min(LoopTuning.DEVICE_PIECES, 2 * device.info.lanes())
                        : domain.processors().count();
    }

    ExecutingDomain domain() {
        return domain;
    }

    boolean isMeasured() {
        return nanosPerTile > 0;
    }

    /** Time of one tile in one slot, from hand-over to end. */
    double nanosPerTile() {
        return nanosPerTile;
    }

    /** Time per tile with all slots at work. */
    double combinedNanosPerTile() {
        return isMeasured() ? nanosPerTile / slots : Double.POSITIVE_INFINITY;
    }

    void measured(long tiles, long nanos) {
        double now = Math.max(1, (double) nanos / tiles);
        nanosPerTile = isMeasured() ? (nanosPerTile + now) / 2 : now;
    }
}
