package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;

/**
 * Where a task's exception goes. It is an instrument of the model, not of the machine: no core
 * learns anything from it.
 */
@FunctionalInterface
public interface FaultSink {

    /** A task threw. */
    void fault(Core core, String function, Throwable thrown);
}
