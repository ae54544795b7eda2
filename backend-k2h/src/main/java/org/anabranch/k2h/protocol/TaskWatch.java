package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.machine.Watch;

/** A watch that also knows which task a core runs, and what may be written in it. */
public interface TaskWatch extends Watch {

    /**
     * A task begins on a core, on top of the one that is there.
     *
     * @param scope the number of its declared operands
     */
    void enter(Core core, String function, int scope);

    /** The task on top has ended. */
    void leave(Core core);
}
