package org.anabranch.k2h.host;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Meter;
import org.anabranch.k2h.time.VirtualTimeline;

/**
 * The time that the running thread has been charged and not yet spent; it spends it before any
 * action that other threads can observe. One thread runs at a time, and hands this over with the
 * timeline's lock.
 */
final class PendingCharges implements Meter {
    private final CostTable prices;
    private final VirtualTimeline timeline;
    private double owed;

    PendingCharges(CostTable prices, VirtualTimeline timeline) {
        this.prices = prices;
        this.timeline = timeline;
    }

    /** Spends the owed time of the calling thread. */
    void spend() {
        double nanos = owed;
        owed = 0;
        if (nanos > 0) {
            timeline.spend(nanos);
        }
    }

    @Override
    public void charge(Core core, Cost what, long units) {
        owed += prices.of(Side.ARM, what) * units;
    }

    @Override
    public double nanos(Core core) {
        return timeline.nanos() + owed;
    }
}
