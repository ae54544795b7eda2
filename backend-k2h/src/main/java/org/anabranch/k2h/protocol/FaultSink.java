package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;

/**
 * The receiver of exceptions from tasks. It is an instrument of the model, not of the machine: it
 * does not affect any core.
 */
@FunctionalInterface
public interface FaultSink {

    /** Reports an exception of a task. */
    void fault(Core core, String function, Throwable thrown);
}
