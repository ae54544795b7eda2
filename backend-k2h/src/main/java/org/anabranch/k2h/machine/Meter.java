package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;

/** The account of the time that cores use. */
public interface Meter {
    /**
     * Charges a core.
     *
     * @param units the amount of work
     */
    void charge(Core core, Cost what, long units);

    /**
     * Returns the time of a core.
     *
     * @return nanoseconds since the start
     */
    double nanos(Core core);
}
